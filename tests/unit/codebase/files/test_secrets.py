"""No secret leaves the project, and what only looks like one stays readable."""

from __future__ import annotations

import random
import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.codebase.files.secret_patterns import MARK
from roundtable_tui.codebase.files.secrets import Redacted, is_secret_file, redact

_ANY = string.ascii_letters + string.digits
_HEX = "0123456789abcdef"
_BASE32 = string.ascii_uppercase + "234567"


def jumble(length: int, letters: str = _ANY) -> str:
    """Made here, so that no file of ours holds anything shaped like a real secret."""
    chosen = random.Random(f"{length}{letters}")
    return "".join(chosen.choice(letters) for _ in range(length))


SHAPED = {
    "aws": "AKIA" + jumble(16, _BASE32),
    "github": "ghp_" + jumble(36),
    "github, fine-grained": "github_pat_" + jumble(60),
    "gitlab": "glpat-" + jumble(20),
    "slack": "xoxb-" + jumble(12, string.digits) + "-" + jumble(24),
    "stripe": "sk_live_" + jumble(24),
    "google": "AIza" + jumble(35),
    "anthropic": "sk-ant-" + "api03-" + jumble(60),
    "openai": "sk-" + jumble(48),
    "npm": "npm_" + jumble(36),
    "json web token": "eyJ" + jumble(20) + ".eyJ" + jumble(30) + "." + jumble(40),
    "databricks": "dapi" + jumble(32, _HEX),
    "vault": "hvs." + jumble(90),
    "docker": "dckr_pat_" + jumble(27),
    "atlassian": "ATATT3" + jumble(180),
    "grafana": "glsa_" + jumble(32) + "_" + jumble(8, _HEX),
    "telegram": jumble(9, "123456789") + ":AA" + jumble(33),
    "age": "AGE-SECRET-" + "KEY-1" + jumble(58, _BASE32),
}


@pytest.mark.parametrize("secret", SHAPED.values(), ids=SHAPED.keys())
@pytest.mark.parametrize("line", ["x = '{}'", "{}", "see {}, and the rest", "curl https://host/?k={}&n=1"])
def test_a_credential_is_known_by_its_shape_wherever_it_stands(secret: str, line: str) -> None:
    assert redact(line.format(secret)) == Redacted(line.format(MARK), 1)


BESIDE_A_NAME = [
    "password = '{hunter2}'",
    'password: "{letmein}"',
    '"password": "{letmein}",',
    'private const string DbPassword = "{hunter2}";',
    "password := `{hunter2}`",
    'if password == "{hunter2}":',
    "dbPass = '{x9!kk}'",
    'passphrase = "{correct horse battery staple}"',
    "self.api_key: str = '{random}'",
    'headers.set("api_key", "{random}")',
    '"client_secret": "{swordfish}"',
    'os.environ["SECRET_KEY"] = "{s3cr3tvalue}"',
    "aws_secret_access_key = {random}",
    "api-key: {random}",
    "token: {hex}",
    "https://host/path?token={random}&page=1",
    "password: {S3cure!Pass#1}",
    "tool --password {hunter22} --verbose",
    "DB_PASSWORD={swordfish}",
    "export API_TOKEN={abc}",
    "Server=db;User=me;Password={swordfish};Timeout=3",
    "<password>{hunter2}</password>",
    '<add key="ApiKey" value="{random}"/>',
    "postgres://me:{hunter2}@db/shop",
    "redis://:{hunter2}@cache:6379/0",
    "Authorization: Bearer {random}",
    "curl -u me:{hunter2} https://host",
    "https://hooks.slack.com/services/{random}",
    'const API_KEY: &str = "{random}";',
    'static TOKEN: &\'static str = "{random}";',
    '#define API_KEY "{random}"',
    'API_TOKEN = (\n    "{random}"\n)',
    '"hmac_key": "{hex}"',
    "config.secret_key_base = '{hex}'",
    "APP_KEY={base64:swordfish}",
    "CREATE USER shop IDENTIFIED BY '{hunter2}';",
    "ALTER ROLE shop WITH PASSWORD '{hunter2}';",
    "sshpass -p {hunter2} ssh host",
    "docker login -u me -p {hunter2} registry",
    "mysql -u root -p{hunter2} shop",
    "get(url, auth=('me', '{hunter2}'))",
    'headers = "Bearer {random}"',
    "https://host/file?sv=1&sig={random}",
    "The password is {S3cretPw9x}, ask me for the rest.",
    "our api key is {random}",
    "token {random}",
]


def _taken_apart(line: str) -> tuple[str, str, str]:
    """What stands before the secret in braces, the secret, and what stands after it."""
    found = re.fullmatch(r"(.*)\{([^{}\n]+)\}(.*)", line, re.DOTALL)
    assert found
    return found[1], found[2], found[3]


@pytest.mark.parametrize("line", BESIDE_A_NAME)
def test_a_value_is_known_for_a_secret_by_what_stands_beside_it(line: str) -> None:
    before, secret, after = _taken_apart(line)
    secret = {"random": jumble(32), "hex": jumble(40, _HEX)}.get(secret, secret)
    assert redact(before + secret + after) == Redacted(before + MARK + after, 1)


@pytest.mark.parametrize("end", ["…", " …", " […]", "\n[… 90 more characters left out]"])
@pytest.mark.parametrize(
    "line", ["see ghp_{}", "api_key = '{}", "the token is {}", "x sk-ant-api03-{}", "https://me:{}"]
)
def test_what_is_left_of_a_shortened_secret_goes_too(line: str, end: str) -> None:
    shortened = line.format(jumble(20)) + end
    assert jumble(20) not in redact(shortened).text
    assert redact(shortened).text.endswith(end)


@pytest.mark.parametrize(
    "line", ["the key is in the …", "see http://localhost:8080 …", "a token is needed…", "key-value…"]
)
def test_shortened_prose_stays(line: str) -> None:
    assert redact(line) == Redacted(line, 0)


INNOCENT = [
    "password = get_password()",
    "password: str | None = None",
    "connect(user=user, password=password)",
    "password = user.password",
    'password = os.environ["DB_PASSWORD"]',
    "token = tokens[0]",
    "token = next_token",
    "secret = secrets.token_hex(32)",
    "accessKey: accessKey1",
    'password = f"{user}-{number}"',
    f"commit {jumble(40, _HEX)}",
    "id: 123e4567-e89b-12d3-a456-426614174000",
    f'"integrity": "sha512-{jumble(86)}=="',
    f"package==1.0 --hash=sha256:{jumble(64, _HEX)}",
    f'password_hash = "{jumble(40)}"',
    'password: "Enter your password"',
    'CONF_PASSWORD = "password"',
    '["password", "username", "email"]',
    '<input type="password" name="x">',
    'api_key="YOUR_API_KEY"',
    'password = "<your password>"',
    "API_KEY=${API_KEY}",
    "token: ${{ secrets.GITHUB_TOKEN }}",
    "postgres://user:password@host",
    "postgres://${USER}:${PASS}@host",
    "git@github.com:team/project.git",
    'secret: "db-credentials"',
    "secret: arn:aws:secretsmanager:eu-1:1234:secret/x1",
    'token_url = "https://host/oauth2"',
    '"token": "access_token_v2"',
    'tokenizer = "cl100k_base"',
    'passport = "A1234567"',
    'bypass = "abc12345"',
    "PWD=/home/me/project1",
    "the password: must be at least 8 characters",
    'if text.startswith("-----BEGIN PRIVATE KEY-----"):\n    return parse(text)\n',
    "The password is required, the token is base64-encoded.",
    "mysql -u root -p shop",
    "docker login --password-stdin",
    "docker login -p $PASSWORD",
    "get(url, auth=('user', 'password'))",
    "Bearer authentication-as-described-there",
    'session_key = "_auth_user_id"',
    '#define TOKEN_NAME "session"',
]


@pytest.mark.parametrize("line", INNOCENT)
def test_code_and_prose_about_secrets_stay_as_they_are(line: str) -> None:
    assert redact(line) == Redacted(line, 0)


SETTINGS = [
    ("app.yaml", "password: {swordfish}"),
    ("app.yml", "  - db_password: {swordfish}   # only here"),
    ("app.ini", "passwd = {letmein}"),
    ("app.cfg", "smtp.pass = {Swordfish} ; of old"),
    ("app.properties", "spring.datasource.password={correct-horse}"),
    ("app.yaml", "POSTGRES_PASSWORD: {postgres}"),
    ("app.yaml", "db:\n  pin: 1\n  pwd: {12345678}\n  host: x"),
    ("app.conf", "client_secret = {swordfish}"),
    ("app.yaml", '"password": {swordfish}\r'),
    ("app.yaml", "a: 1\n---\nkind: Secret\ndata:\n  anything: {c3dvcmRmaXNo}\ntype: Opaque\n---\nb: 2\n"),
    ("app.yml", "stringData:\n  note: |\n    {whatever it says}\nkind: Secret\n"),
    ("main.tf", 'variable "db_password" {\n  type = string\n  default = "{swordfish}"\n}\n'),
]


@pytest.mark.parametrize(("name", "line"), SETTINGS)
def test_a_plain_word_is_a_password_in_settings_and_a_variable_in_code(name: str, line: str) -> None:
    before, secret, after = _taken_apart(line)
    assert redact(before + secret + after, f"config/{name}") == Redacted(before + MARK + after, 1)
    assert MARK not in redact(before + secret + after, "config/app.py").text


NO_SECRET_SETTINGS = [
    ("app.yaml", "password: ${DB_PASSWORD}"),
    ("app.yaml", "kind: Secret\ndata:\n  pw: {{ .Values.pw }}\n  # none\n  more: |\nmetadata:\n  name: shop\n"),
    ("app.yaml", "kind: ConfigMap\ndata:\n  color: c3dvcmRmaXNo\n"),
    ("app.yaml", "password: $DB_PASSWORD"),
    ("app.yaml", "password: {{ vault.db }}"),
    ("app.yaml", "password: !vault |"),
    ("app.yaml", "password: *shared"),
    ("app.yaml", "password: &shared"),
    ("app.yaml", "password: |"),
    ("app.yaml", "password:"),
    ("app.yaml", "password: null"),
    ("app.yaml", "password: ~"),
    ("app.yaml", "password: changeme"),
    ("app.yaml", "password: your-password"),
    ("app.yaml", "password: /run/secrets/db"),
    ("app.yaml", "password: string"),
    ("app.yaml", "password: SecretStr"),
    ("app.yaml", "password: String!"),
    ("app.yaml", "password: required|min:8"),
    ("app.yaml", "password: must be long enough"),
    ("app.yaml", "password: [a, b]"),
    ("app.yaml", "type: password"),
    ("app.yaml", "password_file: dbfile"),
    ("app.yaml", "show_password: sometimes"),
    ("app.ini", "reset.password=weekly"),
    ("app.ini", "password = sha256"),
    ("app.properties", "password.encoder=bcrypt"),
    ("app.yaml", "secret: db-credentials"),
    ("app.yaml", "token: default"),
    ("app.yaml", "api_key: header"),
    ("app.yaml", "max_tokens: 4096"),
    ("app.yaml", "private_key: keys/server"),
    ("locales/de.yml", "password: Passwort"),
    ("messages_fr.properties", "password=Motdepasse"),
    ("app.py", "password: str"),
    ("app.py", "token: Token"),
    ("app.ts", "password: hashed"),
    ("app.go", "password = given"),
    ("", "password: swordfish"),
]


@pytest.mark.parametrize(("name", "line"), NO_SECRET_SETTINGS)
def test_references_types_and_words_about_passwords_stay_in_settings(name: str, line: str) -> None:
    assert redact(line, name) == Redacted(line, 0)


@pytest.mark.parametrize("end", ["\n-----END RSA PRIVATE KEY-----\nafter\n", "\n"])
def test_a_private_key_goes_even_if_it_is_cut_off_and_the_lines_stay_where_they_were(end: str) -> None:
    begin = "before\n-----BEGIN RSA PRIVATE KEY-----"
    body = f"\n{jumble(64)}\n{jumble(63)}\n{jumble(20)}"
    redacted = redact(begin + body + end)
    assert redacted.text.startswith(begin + MARK)
    assert not any(line in redacted.text for line in body.split())
    assert redacted.text.count("\n") == (begin + body + end).count("\n")


PIECES = st.sampled_from(
    ["password", "token", "api_key", " = ", ": ", "=", '"', "'", "\n", "://", "@", " ", "-----BEGIN PRIVATE KEY-----",
     "hunter2", "x", jumble(24), *SHAPED.values(), ";", "<", ">", "</", MARK, "\x85", "\udcff"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=12).map("".join))
def test_what_was_redacted_once_has_nothing_left_to_redact_and_keeps_its_lines(text: str) -> None:
    once = redact(text, "app.yaml")
    assert redact(once.text, "app.yaml") == Redacted(once.text, 0)
    assert once.text.count("\n") == text.count("\n")


@given(st.text(max_size=200))
def test_a_text_is_changed_only_where_a_secret_is_counted(text: str) -> None:
    redacted = redact(text)
    assert (redacted.text == text) == (redacted.count == 0)


@pytest.mark.parametrize(
    "name",
    [".env", "a/.env.production", "local.env", "deploy/server.pem", "id_rsa", "id_ed25519_work", "secrets.yaml",
     ".aws/config", "home/.ssh/known_hosts", "app/credentials.json", "prod.tfvars", "K.KEY", ".npmrc"],
)  # fmt: skip
def test_files_made_for_secrets_are_known_by_name(name: str) -> None:
    assert is_secret_file(name)


@pytest.mark.parametrize(
    "name",
    [".env.example", "a/.env.sample", "id_rsa.pub", "public.pem", "secrets.py", "credentials.py", "monkey.py",
     "environment.ts", "src/secret_store/api.go", "keyboard.key.md"],
)  # fmt: skip
def test_code_about_secrets_and_samples_are_read(name: str) -> None:
    assert not is_secret_file(name)
