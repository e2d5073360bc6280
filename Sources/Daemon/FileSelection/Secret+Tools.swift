extension Secret {
  /// Names that newer tools and exports give to secrets, in lower case.
  static let namesOfTools: [(content: String, patterns: [String])] = [
    (
      "private keys",
      [
        "server.key", "client.key", "private.key", "privkey.key", "tls.key", "ssl.key", "host.key",
        "ca.key", "root.key", "master.key", "secret.key", "site.key", "domain.key", "localhost.key",
        "peer.key", "node.key", "age.key", "apiserver*.key", "etcd*.key", "*private*.key",
        "*privkey*.key", "priv.key", "*_secret.key", "*-secret.key", "signing*.key", "wg*.key",
        "*_rsa.key", "*.rsa.key", "*.com.key",
        "*.org.key", "*.net.key", "*.de.key", "*.pem.key", "server.pem", "client.pem",
        "private*.pem", "privkey*.pem", "*priv*.pem", "*key.pem", "key-*.pem", "*_key*.pem",
        "*-key*.pem", "authkey_*.p8", "subscriptionkey_*.p8", "id_*.pem", "key.properties",
        "keystore.properties", "signing.properties", "*.borgkey", "borg-key*", "**/borg/keys",
        "*.id_rsa", "age-key.txt", "age-keys.txt",
      ]
    ),
    (
      "a wallet",
      [
        "utc--*", "default_wallet", "*.seco", "wallet.json", "wallet.keys", "mnemonic.txt",
        "seed phrase.txt", "seed-phrase.txt", "seed_phrase.txt", "recovery phrase.txt",
        "recovery-phrase.txt", "recovery_phrase.txt", ".bitmonero", ".solana",
      ]
    ),
    (
      "passwords",
      [
        "passwords.csv", "passwords.txt", "passwords.json", "passwords.xls*", "passwords.ods",
        "passwords.docx", "passwords.odt", "*passwords*.csv", "*passwort*.csv", "*passwörter*.csv",
        "*kennwörter*.csv", "*contraseñas*.csv", "*mots de passe*.csv", "*mots_de_passe*.csv",
        "*senhas*.csv", "*wachtwoorden*.csv", "*hasła*.csv", "*lösenord*.csv", "*пароли*.csv",
        "*パスワード*.csv", "*密码*.csv", "*password*export*.csv", "*password*export*.json",
        "*password*export*.xml",
        "*password*export*.zip", "logins.csv",
        "firefox_logins*.csv", "firefox-logins*.csv", "logins.json", "login data", "key3.db",
        "key4.db", "*bitwarden*.json", "*bitwarden*.csv", "*bitwarden*.zip", "*vaultwarden*.json",
        "*1password*.csv", "*1password*.json", "*1password*.zip", "*lastpass*.csv",
        "*lastpass*.json", "*lastpass*.txt", "*keepass*.xml", "*keepass*.csv",
        "*keepass*.html", "*dashlane*.csv", "*dashlane*.json", "*dashlane*.zip", "*nordpass*.csv",
        "*proton*pass*.csv", "*proton*pass*.json", "*proton*pass*.zip", "*enpass*.json",
        "*enpass*.csv", "*roboform*.csv", "*roboform*.html", "keeper*.csv", "keeper*export*.json",
        "*.bcup", "*.2fas", "2fas-backup*",
        "aegis-*.json", "*aegis*export*", "andotp*.json", "otp_accounts*", "authy*.json",
        "ente auth*", "ente-auth*", "ente_auth*", "raivo-otp-export*", "*authenticator*export*",
        "*recovery codes*.txt", "*recovery-codes*.txt", "*recovery_codes*.txt",
        "*recoverycodes*.txt",
        "*backup codes*.txt", "*backup-codes*.txt", "*backup_codes*.txt", "*backupcodes*.txt",
        "*backup-verification-codes*.txt", "recovery codes", "recovery-codes", "recovery_codes",
        "*wiederherstellungscode*.txt", "*codes de récupération*.txt", "*emergency kit*.pdf",
        "*emergency-kit*.pdf", "*emergency_kit*.pdf", "*recovery-key*.txt", "*recovery key*.txt",
        "*recovery_key*.txt", "*recovery key*.pdf", "element-keys.txt", "**/.config/rbw",
        "**/.cache/rbw", "**/.config/aerc/accounts.conf", "**/.config/himalaya", "himalaya.toml",
        "**/.config/neomutt", "isyncrc", "**/.config/offlineimap", "**/.config/vdirsyncer",
        ".davmail.properties", "**/.config/goa-1.0", "wpa_supplicant*.conf", "*.psk", "psk.txt",
        "debian.cnf", "rclone.conf", "confcons.xml", "winscp.ini", "filezilla.xml",
        "sitemanager.xml", "recentservers.xml", "unattend.xml", "autounattend.xml",
        "restic-password*",
        "borg-passphrase*", "credentials-config.json", ".credentials", ".smbpasswd", "smbpasswd",
      ]
    ),
    (
      "a browser's or mail program's profile",
      [
        "**/.config/zen", "**/.config/floorp", "**/.config/waterfox", "**/.config/falkon",
        "**/.config/thunderbird", "**/.config/ungoogled-chromium", "**/.config/net.imput.helium",
        "*.*_cookies.txt", "cookies.sqlite", "cookies.json", "**/.zen-browser",
        "**/.var/app/*/.zen", "**/.var/app/*/.floorp", "**/.var/app/*/zen",
      ]
    ),
    (
      "a messenger's profile",
      [
        "**/.config/vesktop", "**/.config/webcord", "**/.config/discordcanary",
        "**/.config/discordptb", "**/.config/element-nightly", "**/.local/share/signal-cli",
        "**/.config/whatsapp*", "**/.config/mattermost", "**/.config/threema",
        "**/.local/share/dino", "**/.local/share/gajim", "**/.config/gajim",
        "**/.local/share/fractal",
      ]
    ),
    (
      "access tokens",
      [
        "*.env", "*.tfvars", "*.tfvars.json", "kubeconfig", "*.kubeconfig", "kubeconfig.*",
        "kubeconfig-*", "kubeconfig_*", "*-kubeconfig", "*_kubeconfig", "*kubeconfig*.yaml",
        "*kubeconfig*.yml", "*kubeconfig*.json", "kube.config", "*service_account*.json",
        "*service-account*.json", "*serviceaccount*.json", "gcp-key*.json", "gcp_key*.json",
        "gcp-credentials*.json", "gcp_credentials*.json", "gcloud-key*.json",
        "google-credentials*.json", "google_credentials*.json", "*firebase-adminsdk*.json",
        "client_secret*.json", "client-secret*.json", "rootkey*.csv", "credentials.csv",
        "*_credentials.csv", "*-credentials.csv", "*accesskeys*.csv", "*access_keys*.csv",
        "secrets.yml", "secrets.yaml", "secrets.json", "secrets.toml", "secrets.ini",
        "secrets.properties", "secrets.env", "secrets.enc.yaml", "*.secrets.yml", "*.secrets.yaml",
        "*-secrets.yml", "*-secrets.yaml", "secrets.*.yml", "secrets.*.yaml", "secret.yml",
        "secret.yaml", ".secrets", ".secrets.toml", "**/.claude/.credentials.json", ".claude.json",
        "**/.codex/auth.json", "**/.gemini/oauth_creds.json", "**/.gemini/google_accounts.json",
        "**/.qwen/oauth_creds.json", "**/opencode/auth.json", "**/.aider.conf.yml",
        ".aider.conf.yml",
        "**/.continue/config.json", "**/.cursor/mcp.json", "**/.factory/auth.json", ".openai",
        "**/.config/openai", ".anthropic", "**/.config/anthropic", "**/io.datasette.llm/keys.json",
        "**/goose/secrets.yaml", ".yarnrc.yml", "pip.conf", "**/.config/pip/pip.conf",
        "**/.config/netlify", ".netlify", "**/.config/vercel", ".vercel", "**/com.vercel.cli",
        "**/.config/.wrangler", "**/.config/wrangler", ".wrangler", "**/.config/heroku",
        "**/.config/railway", ".railway", "**/.config/supabase", ".supabase", "**/.config/turso",
        "**/.config/neonctl", "**/.config/planetscale", "**/.config/doppler", ".doppler",
        "**/.config/infisical", ".infisical", "**/.config/cloudflared", "**/.config/tailscale",
        "**/.config/nordvpn", "**/.config/protonvpn", "**/.config/gcloud-*", "**/.config/op-*",
        "**/.config/cargo/credentials.toml", "**/.local/share/cargo/credentials.toml",
        "**/.config/bun/bunfig.toml", "**/.config/uv/credentials", "**/.local/share/uv/credentials",
        "**/.config/hatch", "**/.config/hf/token", "**/.cloudflared", "**/.config/fly",
        ".modal.toml",
        "**/.config/wandb", "**/.config/atuin/key", "**/.config/git-credential*",
        "**/.config/jira-cli", "**/.config/.jira", "**/.config/acli", "**/.config/linear",
        "**/.config/sentry", "**/.config/todoist", "**/.config/spotify*", "**/.config/spotifyd",
        "terraform.rc", "credentials.tfrc.json", ".terraform", "vault-token",
        ".vault-pass", "vault_pass.txt", "vault-password*", "ansible-vault*pass*",
      ]
    ),
  ]

  /// Names that match a pattern of secrets, but belong to files made to be published.
  static let harmless = [
    "!.env.example", "!.env.sample", "!.env.template", "!.env.dist", "!.env.*.example",
    "!.env.*.sample", "!.env.*.template", "!example.env", "!sample.env", "!template.env",
    "!*.example.env", "!*.sample.env", "!*.template.env", "!example.tfvars", "!*.example.tfvars",
    "!*.tfvars.example", "!id_*.pub", "!*.pub.pem", "!terraform.tfvars.example",
  ]
}
