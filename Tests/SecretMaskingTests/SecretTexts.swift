/// Templates of texts with secrets, by kind.
enum SecretTexts {
  /// Tokens that their issuers mark.
  static let tokens = [
    "AKIA‹U16›", "ASIA‹U16›", "ghp_‹A36›", "gho_‹A36›", "ghu_‹A36›", "ghs_‹A36›", "ghr_‹A76›",
    "github_pat_11AAAAAAA0‹A59›", "glpat-‹D20›", "gldt-‹D20›", "glrt-‹D20›", "glrt-t1_‹D27›",
    "glptt-‹H40›", "glcbt-64_‹D20›", "glft-‹D20›", "glimt-‹L25›", "glagent-‹D50›", "gloas-‹H64›",
    "glsoat-‹D20›", "GR1348941‹D20›", "xoxb-‹N11›-‹N12›-‹A24›", "xapp-1-A01-123-‹H64›",
    "https://hooks.slack.com/services/T0000/B0000/‹A24›", "sk_live_‹A24›", "rk_live_‹A24›",
    "whsec_‹A32›", "sk-‹A48›", "sk-proj-‹D74›", "sk-ant-api03-‹D93›", "AIza‹D35›", "GOCSPX-‹D28›",
    "ya29.‹D60›", "hf_‹A34›", "gsk_‹A52›", "r8_‹A37›", "pplx-‹A48›", "xai-‹A80›", "nvapi-‹D64›",
    "dop_v1_‹H64›", "HRKU-AA‹D58›", "pypi-AgEIcHlwaS5vcmc‹D80›", "npm_‹A36›", "rubygems_‹H48›",
    "cio‹A32›", "oy2‹L43›", "dckr_pat_‹D27›", "dckr_oat_‹D32›", "ATATT3xFfGF0‹D170›", "ATBB‹A32›",
    "dapi‹H32›", "glsa_‹A32›_‹H8›", "glc_eyJ‹A100›", "eyJrIjoi‹A80›", "NRAK-‹U27›",
    "lin_api_‹A40›", "secret_‹A43›", "ntn_‹A46›", "figd_‹D40›", "pat‹A14›.‹H64›",
    "PMAK-‹H24›-‹H34›", "sntrys_eyJpYXQiOi‹A100›", "sntryu_‹H64›", "tskey-auth-‹A12›-‹A32›",
    "pul-‹H40›", "dp.pt.‹A43›", "dp.st.prd.‹A43›", "pscale_tkn_‹D43›", "pscale_pw_‹D43›",
    "sbp_‹H40›", "fo1_‹D43›", "FlyV1 fm2_‹B120›", "nfp_‹A36›", "shpat_‹H32›", "shpss_‹H32›",
    "sq0atp-‹D22›", "sq0csp-‹D43›", "hvs.‹D90›", "s.‹A24›", "key-‹H32›", "‹H32›-us14",
    "SK‹H32›", "SG.‹D22›.‹D43›", "‹N10›:AA‹D33›", "MT‹A24›.‹A6›.‹A38›", "abc8Q~‹D34›",
    "AGE-SECRET-KEY-1‹C58›", "AGE-SECRET-KEY-PQ-1‹C58›", "AGE-PLUGIN-YUBIKEY-1‹C30›",
    "A3-‹U6›-‹U6›-‹U5›-‹U5›-‹U5›-‹U5›", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI‹A30›.‹D43›",
    "$2y$10$‹A53›", "$6$‹A16›$‹A86›", "$apr1$‹A8›$‹A22›", "{SSHA}‹B32›", "LTAI‹A20›",
    "phx_‹A43›", "squ_‹H40›", "AKCp‹A69›", "rdme_‹L70›", "nsec1‹L58›", "lsv2_pt_‹H32›",
  ]

  /// Where a token can be.
  static let places = [
    "‹›", "the value ‹› here", "X=‹›\n", "\"‹›\"", "a,‹›,b", "(‹›).", "'‹›'", "- ‹›\n- b", "é‹›é",
    "`‹›`", "<td>‹›</td>",
  ]

  /// Values beside names, in the syntaxes of configurations, programs, commands and sentences.
  static let values = [
    "password=‹W1›\n", "[db]\nuser = x\npassword = ‹W1›\nhost = y\n", "X_API_TOKEN=‹A14›\n",
    "export DB_PASSWORD=‹W1›\n", "db:\n  password: ‹W1›\n  x: y\n",
    "password: |\n  ‹W1›\nnext: 1\n",
    "secret_key: >-\n    ‹A14›\nnext: 1\n", #"{"user":"a","password":"‹W1›","x":1}"#,
    #"{\"password\": \"‹W1›\"}"#, "<a><password>‹W1›</password></a>",
    "<server><username>x</username>\n<password>\n  ‹W1›\n</password></server>",
    #"<user name="a" password="‹W1›"/>"#, #"<add key="ApiPassword" value="‹W1›" />"#,
    #"<string name="db_password">‹W1›</string>"#, "Driver=x;Uid=sa;Pwd=‹W1›;Database=z",
    "Server=y;Password=‹A14›;", "machine x.org login ann password ‹A14›",
    "machine x.org\n  login ann\n  password ‹W1›\n", "https://ann:‹A14›@x.org/y",
    "postgres://u:‹A14›@db:5432/x", "redis://:‹A14›@h:1/0", "mysql --user=root --password=‹W1› db",
    "foo --password ‹W1› --x", "foo --token ‹A20› bar", "sshpass -p ‹W1› ssh a@b",
    "curl -u ann:‹A14› https://x", #"curl --user "ann:‹W1›" https://x"#, "mysql -u root -p‹W1› db",
    "wget --http-password=‹W1› x", "openssl rsa -passin pass:‹W1› -in x",
    "keytool -storepass ‹W1› -x", "The password is ‹W1›.",
    "the wifi password for guests is ‹W1› and", "my password was changed to ‹W1› today",
    "Passwort: ‹W1›", "Kennwort: ‹W1›", "Das Passwort lautet ‹W1›.", "Das WLAN-Passwort ist ‹W1›",
    "mot de passe : ‹W1›", "mot de passe\u{a0}: ‹W1›", "Le mot de passe est ‹W1›.",
    "contraseña: ‹W1›", "La contraseña es ‹W1›", "La password è ‹W1›", "senha: ‹W1›",
    "wachtwoord: ‹W1›", "hasło: ‹W1›", "lösenord: ‹W1›", "пароль: ‹W1›", "密码：‹W1›",
    "パスワード: ‹W1›", "passphrase: ‹W1›", "**Password:** ‹W1›", "- Password: `‹W1›`",
    "| password | ‹W1› |", "Password\t‹W1›", "WIFI:S:net;T:WPA;P:‹W1›;;",
    "network={\n ssid=\"x\"\n psk=\"‹W1›\"\n}", "psk=‹H64›", "snmp-server community ‹W1› RO",
    "rocommunity ‹W1› 10.0.0.0/8", "com2sec readonly default ‹W1›", "requirepass ‹W1›",
    "CREATE USER 'x'@'%' IDENTIFIED BY '‹W1›';", "ALTER ROLE x WITH PASSWORD '‹W1›';",
    "#define DB_PASSWORD \"‹W1›\"", "ENV API_KEY ‹A20›", "let password: String = \"‹W1›\"",
    "const apiKey: string = '‹A20›';", "conn(user='x', password='‹W1›')", "'password' => '‹W1›',",
    "$env:API_KEY = \"‹A20›\"", "API_KEY ?= ‹A20›\n", "Password:\n‹W1›\n", "Password (admin): ‹W1›",
    "API key: ‹A20›", "X-Api-Key: ‹A20›", "PRIVATE-TOKEN: ‹A20›",
    "root:‹A14›@tcp(127.0.0.1:3306)/x",
    "?user=a&password=‹A14›&c=d", "\"ConnectionStrings\": \"Server=x;User Id=a;Password=‹W1›;\"",
    "kind: Secret\nstringData:\n  db: ‹W1›\n", "kind: Secret\ndata:\n  db: ‹A24›==\n",
    "smbclient //h/s -U ann%‹W1›", "ldapsearch -D cn=x -w ‹W1› -b y", "PIN: ‹N8›", "PIN ‹N8›",
    "0x‹H64›",
    "hooks.slack.com/services/T0000AAAA/B000BBBB/‹A24›", "my password is \"‹W1›\"",
    "‹H32›-‹H8›-‹H8›", "name,url,username,password\nx,https://a.b,ann,‹W1›\ny,z,bob,‹A12›\n",
    "| user | password | note |\n|---|---|---|\n| ann | ‹W1› | x |\n",
    "Die PIN lautet ‹N8›", "aws_secret_access_key = ‹B40›", "the key ‹B40› end",
    "aws_session_token = FwoGZXIvYXdz‹B200›", "AZURE_DEVOPS_EXT_PAT=‹L52›",
    "https://a.blob.core.windows.net/c?sv=2022&sp=r&sig=‹A43›%3D",
    "AccountName=x;AccountKey=‹B86›==;EndpointSuffix=core.windows.net",
    "Authorization: Token ‹H40›", #"curl --header "Authorization: Bearer ‹A30›" x"#,
    "//registry.npmjs.org/:_authToken=‹H32›", "Cookie: sid=‹A26›; theme=dark",
    "Cookie: theme=dark; session=‹H32›", "Set-Cookie: sessionid=‹L32›; Path=/; HttpOnly",
    #"{"kty":"EC","crv":"P-256","x":"a","y":"b","d":"‹D43›"}"#, #"{"kty":"oct","k":"‹D43›"}"#,
    "ETH_PRIVATE_KEY=0x‹H64›", "private key 0x‹H64›", "otpauth://totp/x?secret=‹T32›&issuer=y",
    "[Interface]\nPrivateKey = ‹B43›=\nAddress = 1",
    "GitHub recovery codes\n\n‹L8›-‹L8›\n‹L8›-‹L8›",
    "Backup codes:\n1. ‹N8›\n2. ‹N8›\n", "token: ‹H8›-4242-4242-4242-‹H12›",
  ]

  /// Tokens that something tears apart.
  static let torn = [
    "a ghp_‹A18›\n‹A18› b", "ghp_‹A18›\\\n‹A18›", "T=\"ghp_‹A18›\\\n    ‹A18›\"",
    "ghp_‹A12›\u{200b}‹A24›", "ghp_‹A12›<b>‹A12›</b>‹A12›", "ghp_‹A12›<wbr/>‹A24›",
    "ghp_‹A12›&shy;‹A24›", "ghp_‹A12›\u{ad}‹A24›", "\\nghp_‹A36›\\n", "k%3Dghp_‹A36›",
  ]
}
