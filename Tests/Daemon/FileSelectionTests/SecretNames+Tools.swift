extension SecretNames {
  /// Names of secrets with the suffix of a compression, a backup or a person.
  static let disguised: [String] = {
    let names = [
      "/h/etc/shadow", "/h/a/home.nmconnection", "/h/terraform.tfstate", "/h/chap-secrets",
      "/h/wireguard/wg0.conf", "/h/fish_history", "/h/application_default_credentials.json",
      "/h/id_rsa", "/h/p/.env", "/h/a.kdbx", "/h/.aws", "/h/server.key", "/h/.netrc",
    ]
    let suffixes = [
      ".gz", ".bz2", ".xz", ".zst", ".lz", ".lz4", ".lzma", ".Z", ".br", ".zip", ".7z", ".tar",
      ".tar.gz", ".tgz", ".txt", ".prod", ".local", ".dev", ".staging", ".old", ".orig", ".gz.bak",
      ".bak.gz", ".gz~", ".old.xz.1", ".txt.gz", ".zip.old", " (copy).gz", ".gpg", ".7z.001",
    ]
    return names.flatMap { name in suffixes.map { name + $0 } }
  }()

  /// Names of newer tools and of exports.
  static let ofTools = [
    "/h/bitwarden_export_20260131.json", "/h/bitwarden_encrypted_export_2026.json",
    "/h/1password_export.csv", "/h/1Password Export 2026.csv", "/h/a.1pux",
    "/h/lastpass_export.csv",
    "/h/keepass.xml", "/h/KeePass export.xml", "/h/chrome_passwords.csv", "/h/Chrome Passwords.csv",
    "/h/Chrome-Passwörter.csv", "/h/Passwörter.csv", "/h/Mots de passe.csv", "/h/Contraseñas.csv",
    "/h/Safari Passwords.csv", "/h/Microsoft Edge Passwords.csv", "/h/firefox passwords.csv",
    "/h/Passwords.csv", "/h/passwords (1).csv", "/h/logins.csv", "/h/nordpass_export.csv",
    "/h/Proton Pass_export_2026.csv", "/h/dashlane.csv", "/h/aegis-export-20260131.json",
    "/h/2fas-backup-2026.2fas", "/h/github-recovery-codes.txt", "/h/recovery codes.txt",
    "/h/Backup-Codes-ann.txt", "/h/1Password Emergency Kit A3-XXXX.pdf", "/h/kubeconfig",
    "/h/prod.kubeconfig", "/h/kubeconfig-prod.yaml", "/h/service_account.json",
    "/h/my-service-account-1.json", "/h/gcp-key.json", "/h/x-firebase-adminsdk-1.json",
    "/h/client_secret_123.apps.googleusercontent.com.json", "/h/rootkey.csv", "/h/credentials.csv",
    "/h/ann_accessKeys.csv", "/h/prod.env", "/h/docker.env", "/h/terraform.tfvars",
    "/h/prod.auto.tfvars", "/h/secrets.yml", "/h/config/secrets.yaml", "/h/app-secrets.yaml",
    "/h/id_rsa_work", "/h/id_ed25519-github", "/h/id_rsa_work.bak", "/h/.claude/.credentials.json",
    "/h/.codex/auth.json", "/h/.gemini/oauth_creds.json", "/h/.yarnrc.yml",
    "/h/.config/pip/pip.conf", "/h/.config/netlify/config.json", "/h/.netlify/state.json",
    "/h/.vercel/auth.json", "/h/.config/.wrangler/config/default.toml", "/h/.wrangler/x",
    "/h/.config/rbw/config.json", "/h/.config/zen/profiles.ini", "/h/.config/floorp/x",
    "/h/.config/aerc/accounts.conf", "/h/.config/himalaya/config.toml",
    "/h/.local/share/gnupg/private-keys-v1.d/a", "/h/.local/share/password-store/a.gpg",
    "/h/.local/state/bash/history", "/h/.local/state/zsh/history", "/h/.local/state/less/history",
    "/h/.local/state/python_history", "/h/.local/share/zsh/history", "/h/private.key",
    "/h/www.example.com.key", "/h/privkey.pem", "/h/tls/site-key.pem", "/h/AuthKey_ABC123.p8",
    "/h/UTC--2026-01-31T00-00-00.0Z--0a", "/h/unattend.xml", "/h/confCons.xml", "/h/home.psk",
    "/h/wg0.conf", "/h/.local/share/com.vercel.cli/auth.json", "/h/bash_history",
    "/h/secrets.yml.gz", "/h/Login Data", "/h/key4.db",
  ]

  /// Names of secrets and of ordinary files: the contents decide.
  static let asking = [
    "/h/talk.key", "/h/answers.key", "/h/answers.key~", "/h/game.p8", "/h/rsapub.pem",
    "/h/cacert.pem", "/h/ca-bundle.pem", "/h/ca-bundle.pem.gz", "/h/public.key", "/h/cert.pem",
    "/h/cert.pem.orig", "/h/wireguard/notes.conf", "/h/.config/hub", "/h/phone.kdb", "/h/chart.kwl",
    "/h/fullchain.pem", "/h/deploy_rsa", "/h/grid_rsa", "/h/credentials.json", "/h/token.txt",
    "/h/google-services.json", "/h/wp-config.php", "/h/id_rsa_rotation.txt",
    "/h/Christmas cookies.txt", "/h/htpasswd",
  ]

  /// Names of ordinary files that resemble names of secrets.
  static let ordinary = [
    "/h/.config/hub/README.md", "/h/report.gz", "/h/diary.txt.gz", "/h/notes.tar.gz", "/h/key.txt",
    "/h/timekeeper.csv", "/h/knowledge passwords.md", "/h/entertainment authors.txt",
    "/h/example.env", "/h/prod.env.example", "/h/terraform.tfvars.example", "/h/id_rsa.pub.gz",
    "/h/id_rsa_work.pub", "/h/password export guide.md", "/h/history.gz", "/h/env.gz",
    "/h/kubernetes.yaml", "/h/account.json", "/h/shadow.gz", "/h/recovery.md", "/h/local.txt",
    "/h/about recovery codes.md", "/h/state/history.md", "/h/pem.gz", "/h/keynote.zip",
    "/h/chrome.csv", "/h/bookkeeping.csv", "/h/.env.example.gz", "/h/secretary.yml",
  ]
}
