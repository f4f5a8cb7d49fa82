"""Every setting, read from the environment; docs/configuration.md lists the variables.

Without DATABASE_URL and REDIS_URL this is a local run: embedded servers over unix sockets, secrets made on first use
and kept in the data folder (`config.local.folder`).
"""

from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP

from config import backends
from config.local import folder
from config.postgresql.base import WatchedConnection, check_connection
from organizations import logs, redis_servers
from organizations.tenancy.row_security import ToldCursor

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()


def required(name: str, advice: str) -> str:
    """A setting that a deployment must give; a local run has its own."""
    value = env.str(name, "") or (folder.secrets().get(name, "") if LOCAL else "")
    if not value:
        raise ImproperlyConfigured(f"{name} is not set: {advice}")
    return value


# Where we are
LOCAL = env.bool("LOADLINE_LOCAL", default=folder.needs_postgres())
DEBUG = env.bool("DEBUG", default=False)
PORT = folder.port()
SECRET_KEY = required("SECRET_KEY", "give a long random text, the same to every process.")
if not LOCAL and (len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 5):
    raise ImproperlyConfigured(
        "SECRET_KEY is too short or too plain: give at least 50 random characters, for example from "
        "python -c 'import secrets; print(secrets.token_urlsafe(50))'."
    )
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])  # while a new one comes into use
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"] if LOCAL else [])
PUBLIC_URL = env.str("LOADLINE_PUBLIC_URL", f"http://127.0.0.1:{PORT}" if LOCAL else "").rstrip("/")
LIVE_URL = env.str("LOADLINE_LIVE_URL", f"ws://127.0.0.1:{PORT + 1}" if LOCAL else "").rstrip("/")
if not PUBLIC_URL or not LIVE_URL:
    raise ImproperlyConfigured(
        "LOADLINE_PUBLIC_URL (https://…) and LOADLINE_LIVE_URL (wss://…) are not set: the telephone provider "
        "calls back there, and signatures are checked over them."
    )
# Where pages hear what is new: at `live`, under the pages' own origin or host. Empty: they ask by themselves.
EVENTS_URL = env.str("LOADLINE_EVENTS_URL", LIVE_URL.replace("ws", "http", 1) + "/events")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[PUBLIC_URL])

# What is installed
INSTALLED_APPS = [
    "config.apps.OperatorsAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "pgtrigger",
    "django_htmx",
    "django_filters",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "lucide",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.socialaccount.providers.saml",
    "config",
    "analytics",
    "bids",
    "calls",
    "loads",
    "carriers",
    "organizations",
]
MIDDLEWARE = [
    "organizations.middleware.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "organizations.middleware.NoStoreMiddleware",
    "organizations.middleware.UnavailableMiddleware",
    "organizations.middleware.CleanTextMiddleware",
    "django.middleware.common.CommonMiddleware",
    "organizations.middleware.TokenMiddleware",
    "organizations.replica.WriterMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "organizations.people.sessions.LastSeenMiddleware",
    "organizations.middleware.OrganizationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.web.django"
APPEND_SLASH = True
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csp",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "libraries": {"loadline": "organizations.dashboard.tags", "rates": "loads.rates"},
        },
    },
]

# Database. Where row-level security holds, the processes connect as a role that owns nothing, and say for each
# transaction whose rows they may see; work on all organizations is done as the second role (docs/deployment.md).
ROW_SECURITY = env.bool("DATABASE_ROW_SECURITY", default=False) and not env.bool(
    "LOADLINE_AS_OWNER", default=False
)
UNSCOPED_ROLE = env.str("DATABASE_UNSCOPED_ROLE", "loadline_unscoped")
LOCAL_ROLE = folder.APP_USER
DATABASES = {
    "default": env.db_url_config(
        env.str("DATABASE_URL", "") or folder.database_url(is_owner=not ROW_SECURITY)
    )
}
# A pooler hands out connections by transaction: nothing may be asked for when one begins, nor stay behind on it.
DATABASE_POOLER = env.bool("DATABASE_POOLER", default=False)
# "kept" by each thread (`web`), "pooled" among many (`live`), or closed after each task.
CONNECTIONS = env.str("LOADLINE_DATABASE_CONNECTIONS", "")
# `migrate` gives them to the role as well, for connections that come by a pooler.
DATABASE_LIMITS = {"statement_timeout": "15s", "idle_in_transaction_session_timeout": "60s"}
DATABASES["default"] |= {
    "ENGINE": "config.postgresql",
    "DISABLE_SERVER_SIDE_CURSORS": DATABASE_POOLER or ROW_SECURITY,
    "OPTIONS": {
        "cursor_factory": ToldCursor,
        # A database that is away is a 503 within five seconds, not a request that hangs.
        "connect_timeout": 3,
        "options": ""
        if DATABASE_POOLER
        else " ".join(f"-c {name}={limit}" for name, limit in DATABASE_LIMITS.items()),
        # For organizations.sql alone: nothing else that Django sends is ever prepared.
        "prepare_threshold": 5 if env.bool("DATABASE_PREPARE", default=not DATABASE_POOLER) else None,
        # The threads of `live` share connections; a worker's child process opens its own.
        # A reconnect gives up soon, since the pool tries again when it is asked: its own pauses grow to minutes.
        "pool": {
            "min_size": 0,
            "max_size": env.int("DATABASE_POOL", 12),
            "timeout": 3,
            "reconnect_timeout": 1,
            "check": check_connection,
            "connection_class": WatchedConnection,
        }
        if CONNECTIONS == "pooled"
        else False,
    },
    # The few threads of `web` keep theirs, for an hour (seconds), as a pool would.
    "CONN_MAX_AGE": 3600 if CONNECTIONS == "kept" else 0,
    "CONN_HEALTH_CHECKS": True,
}
# A read replica for lists and analytics (organizations.replica).
REPLICA_MAX_LAG = env.float("DATABASE_REPLICA_MAX_LAG", 5.0)  # seconds; beyond the primary answers
if REPLICA_URL := env.str("DATABASE_REPLICA_URL", ""):
    DATABASES["replica"] = (
        DATABASES["default"]
        | env.db_url_config(REPLICA_URL)
        | {
            "ENGINE": "config.postgresql",
            "OPTIONS": DATABASES["default"]["OPTIONS"],
            "TEST": {"MIRROR": "default"},
        }
    )
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# For how many months the installation keeps rows of tables by month; 0: as long as its organizations do.
MONTHS_KEPT = {
    "loads_loadevent": env.int("LOADLINE_LOAD_EVENT_MONTHS", 0),
    "organizations_auditentry": env.int("LOADLINE_AUDIT_MONTHS", 0),
}

# Redis: cache, rate limits, broker. It holds no truth: every promise survives its loss.
REDIS_URL = env.str("REDIS_URL", "") or folder.redis_url()
CACHES = {
    "default": {
        "BACKEND": "organizations.unavailable.Cache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 1},
    }
}
CELERY_BROKER_URL = (
    env.str("CELERY_BROKER_URL", "")
    or redis_servers.broker_url(env.str("REDIS_URL", ""))
    or folder.celery_broker_url()
)

# People
AUTH_USER_MODEL = "organizations.User"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "account_login"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = env.int("LOADLINE_RESET_MINUTES", 60) * 60  # seconds
ACCOUNT_ADAPTER = "organizations.people.single_sign_on.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # an invitation's link is what verifies an address
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_TIMEOUT = 600  # seconds from the password to the code
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "django.contrib.auth.tokens.PasswordResetTokenGenerator"  # noqa: S105
ACCOUNT_FORMS = {
    "login": "organizations.people.forms.SignInForm",
    "reset_password": "organizations.people.forms.ForgottenForm",
    "reset_password_from_key": "organizations.people.forms.NewPasswordForm",
    "change_password": "organizations.people.forms.ChangePasswordForm",
    "reauthenticate": "organizations.people.forms.PasswordForm",
}
ACCOUNT_RATE_LIMITS = {  # an address may be a whole office's, whose people sign in at the same hour
    "login": "",
    "login_failed": "30/10m/ip,5/5m/key",
    "login_failed_on_known_device": "5/5m/key",
    "reset_password": "20/10m/ip,3/15m/key",
}
MFA_ADAPTER = "organizations.people.single_sign_on.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_ISSUER = "Loadline"
MFA_TOTP_TOLERANCE = 1  # steps of 30 seconds before and after, for clocks that go wrong
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = LOCAL
MFA_FORMS = {
    "authenticate": "organizations.people.forms.CodeForm",
    "reauthenticate": "organizations.people.forms.ConfirmingCodeForm",
    "activate_totp": "organizations.people.forms.FirstCodeForm",
    "add_webauthn": "organizations.people.forms.PasskeyForm",
}
MFA_RATE_LIMITS = {"webauthn_login": "60/m/ip"}
# Whether people may sign in at their organization's own identity provider.
SINGLE_SIGN_ON = env.bool("LOADLINE_SINGLE_SIGN_ON", default=False)
SOCIALACCOUNT_ADAPTER = "organizations.people.single_sign_on.SingleSignOnAdapter"
SOCIALACCOUNT_LOGIN_ON_GET = True
# How many proxies stand before `web`: each appends to X-Forwarded-For who has asked it.
PROXIES = env.int("LOADLINE_PROXIES", 0 if LOCAL else 1)
SESSION_COOKIE_NAME = "loadline_session"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
CSRF_COOKIE_NAME = "loadline_csrf"
CSRF_FAILURE_VIEW = "organizations.dashboard.requests.csrf_failure"

# Mail. A local run writes it to files in its data folder.
MAILERS = {
    "default": backends.mailer(env.str("EMAIL_URL", ""), folder.data_dir() / "mail" if LOCAL else None)
}
DEFAULT_FROM_EMAIL = env.str("LOADLINE_MAIL_FROM", "Loadline <no-reply@localhost>")

# Recordings: in MEDIA_ROOT, or in a bucket, which browsers then fetch them from by signed links.
FILE_STORE, FILE_STORE_ORIGIN = backends.file_store(
    bucket=env.str("LOADLINE_S3_BUCKET", ""),
    region=env.str("LOADLINE_S3_REGION", "us-east-1"),
    endpoint=env.str("LOADLINE_S3_ENDPOINT", "").rstrip("/"),
    encryption=env.str("LOADLINE_S3_ENCRYPTION", "AES256"),
)

# Safety. Locally everything speaks plain HTTP on loopback.
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF, CSP.NONCE],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "media-src": [CSP.SELF, *([FILE_STORE_ORIGIN] if FILE_STORE_ORIGIN else [])],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF, *([EVENTS_URL] if EVENTS_URL else [])],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = not LOCAL
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$"]
SECURE_PROXY_SSL_HEADER = None if LOCAL else ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = 0 if LOCAL else env.int("SECURE_HSTS_SECONDS", 31_536_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = not LOCAL
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_048_576

# API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["organizations.api.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["organizations.api.authentication.HasScope"],
    "DEFAULT_PARSER_CLASSES": ["organizations.api.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["organizations.api.parsers.OrjsonRenderer"],
    "EXCEPTION_HANDLER": "organizations.api.problems.exception_handler",
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_SCHEMA_CLASS": "organizations.api.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Loadline API",
    "VERSION": "1.0.0",
    "DESCRIPTION": (
        "Every operation belongs to the organization of the bearer token. Bodies are JSON in UTF-8: up to 1 MiB, "
        "20 levels and 10,000 values, no duplicate keys, integers within 64 bits, no U+0000 in any text. "
        "Unknown fields and parameters are ignored. A record's fields are always present; unknown values are null. "
        "Every response has an X-Request-Id. Errors are RFC 9457 problems."
    ),
    "TAGS": [
        {"name": "Load events", "description": "Load updates from your TMS."},
        {"name": "Calls", "description": "List calls and start new ones."},
        {"name": "Bids", "description": "Carrier offers on loads."},
        {"name": "Carriers", "description": "Who ran a lane, and at what rate."},
        {"name": "Analytics", "description": "Counts and averages for a period."},
        {"name": "Event endpoints", "description": "Signed events, sent to your URL as they happen."},
    ],
    "OAS_VERSION": "3.1.1",
    "PREPROCESSING_HOOKS": ["organizations.api.openapi.plain_paths"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "organizations.api.openapi.share_problems",
    ],
    "COMPONENT_SPLIT_PATCH": False,  # what a PATCH may leave out, its serializer says
    "SORT_OPERATIONS": False,
    "SORT_OPERATION_PARAMETERS": "organizations.api.openapi.headers_last",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_SUFFIX": "",
    "ENUM_NAME_OVERRIDES": {
        "BidChannel": "bids.states.BidChannel.values",
        "BidStatus": "bids.states.BidStatus.values",
        "BookingKind": "bids.states.BookingKind.values",
        "CallStatus": "calls.openapi.PUBLIC_STATUSES",
        "CandidateOutcome": "bids.states.CandidateOutcome.values",
        "CandidateStatus": "bids.states.CandidateStatus.values",
        "ConflictCode": "organizations.api.reference.CONFLICT_CODES",
        "ConnectionStatus": "carriers.states.ConnectionStatus.values",
        "Direction": "calls.states.Direction.values",
        "EndpointKind": "organizations.tenancy.states.EndpointKind.values",
        "Outcome": "calls.models.reports.Outcome.values",
        "OutreachStatus": "bids.states.OutreachStatus.values",
        "RulesAssessment": "carriers.states.RulesAssessment.values",
        "StopType": "loads.models.StopType.values",
    },
}

# Celery: the row is the queue, Celery only makes it prompt (docs/architecture.md).
# What somebody waits for, and what may wait: neither keeps the other from its worker.
# Nor do those whose endpoints take their time: what sends events does nothing else.
WORKER_QUEUES = {
    "worker": ("calls", "events", "mail"),
    "background": ("rollups", "recordings"),
    "sender": ("deliveries",),
}
CELERY_TASK_DEFAULT_QUEUE = "events"
CELERY_TASK_ROUTES = {
    "calls.tasks.fetch_recording": {"queue": "recordings"},
    "calls.tasks.*": {"queue": "calls"},
    "bids.tasks.*": {"queue": "events"},
    "analytics.tasks.*": {"queue": "rollups"},
    "organizations.tasks.keep_partitions": {"queue": "rollups"},
    "organizations.tasks.send_*": {"queue": "mail"},
    "organizations.tasks.dispatch_events": {"queue": "deliveries"},
    "organizations.tasks.deliver_events": {"queue": "deliveries"},
    "organizations.tasks.sweep_events": {"queue": "deliveries"},
    # What takes minutes mustn't stand before what somebody waits for.
    "organizations.tasks.delete_organization": {"queue": "rollups"},
    "organizations.tasks.erase_person": {"queue": "rollups"},
    "organizations.tasks.forget_old*": {"queue": "rollups"},
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True  # safe, since each task begins with a claim
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 60
CELERY_TASK_SERIALIZER = "json"
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "config.celery:LeasedScheduler"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
IS_RABBITMQ = CELERY_BROKER_URL.startswith(("amqp", "pyamqp"))
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {"confirm_publish": True, "read_timeout": 5, "write_timeout": 5}
    if IS_RABBITMQ
    else {
        "visibility_timeout": 600,  # longer than any task, or it would run twice
        "socket_timeout": 5,  # a broker that accepts and never answers
        "socket_connect_timeout": 2,
        "health_check_interval": 30,
        "unacked_restore_throttle": 1,
    }
)
if known := redis_servers.sentinels(env.str("REDIS_URL", "")):
    patience = {"socket_timeout": 2, "socket_connect_timeout": 1}
    CELERY_BROKER_TRANSPORT_OPTIONS |= {"master_name": known.service, "sentinel_kwargs": patience}
# A sweep finds what wasn't published. RabbitMQ's connections break unnoticed, and only a second attempt makes another.
CELERY_TASK_PUBLISH_RETRY = IS_RABBITMQ
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0}
CELERY_BROKER_HEARTBEAT = 30  # seconds; RabbitMQ's
# RabbitMQ keeps a quorum queue on several nodes; what is sent for later goes through topic exchanges of Celery's.
CELERY_TASK_DEFAULT_QUEUE_TYPE = CELERY_TASK_CREATE_MISSING_QUEUE_TYPE = (
    "quorum" if IS_RABBITMQ else "classic"
)
CELERY_TASK_DEFAULT_EXCHANGE_TYPE = "topic" if IS_RABBITMQ else "direct"
CELERY_TASK_CREATE_MISSING_QUEUE_EXCHANGE_TYPE = "topic" if IS_RABBITMQ else None

# Telephone
TWILIO_ACCOUNT_SID = required("TWILIO_ACCOUNT_SID", "the telephone provider's account.")
TWILIO_AUTH_TOKEN = required("TWILIO_AUTH_TOKEN", "signs the provider's callbacks.")
TWILIO_API_URL = env.str(
    "TWILIO_API_URL", f"http://127.0.0.1:{PORT + 2}" if LOCAL else "https://api.twilio.com"
).rstrip("/")
MAX_NUMBERS = env.int("LOADLINE_MOST_NUMBERS", 5)  # that owners may add by themselves: each costs money
WEB_THREADS = env.int("LOADLINE_WEB_THREADS", 4)  # of each process of `web`; they wait for PostgreSQL
RELAY_THREADS = env.int("LOADLINE_RELAY_THREADS", 2)
LANGUAGE_THREADS = env.int("LOADLINE_LANGUAGE_THREADS", 64)  # they wait for a language model
SILENCE_SECONDS = env.float("LOADLINE_SILENCE_SECONDS", 8.0)  # then the agent asks again
HOLD_SECONDS = env.float("LOADLINE_HOLD_SECONDS", 60.0)  # the same, once it was asked to wait
SECONDS_A_WORD = env.float("LOADLINE_SECONDS_A_WORD", 0.35)  # nobody tells when the agent's voice has ended
KEYS_PAUSE_SECONDS = env.float("LOADLINE_KEYS_PAUSE_SECONDS", 1.5)  # after the last key of a number

# Language: a model speaks and understands only for organizations whose rules of calling ask for one.
LANGUAGE_URL = env.str("LOADLINE_LANGUAGE_URL", "").rstrip("/")  # of an OpenAI-compatible chat API
LANGUAGE_MODEL = env.str("LOADLINE_LANGUAGE_MODEL", "")
LANGUAGE_KEY = env.str("LOADLINE_LANGUAGE_KEY", "")
# Seconds to the first word, then a built-in line.
LANGUAGE_DEADLINE = env.float("LOADLINE_LANGUAGE_DEADLINE", 0.8)
# Dollars for a million tokens of prompts, and of answers; empty: they aren't counted.
LANGUAGE_PRICES = env.list("LOADLINE_LANGUAGE_PRICES", cast=float, default=[])
if len(LANGUAGE_PRICES) not in (0, 2) or min(LANGUAGE_PRICES, default=0) < 0:
    raise ImproperlyConfigured(
        "LOADLINE_LANGUAGE_PRICES: give two numbers parted by a comma, such as 0.15,0.60."
    )

# Facts about carriers; a source without a key isn't asked.
FMCSA_BASE_URL = env.str("FMCSA_BASE_URL", "https://mobile.fmcsa.dot.gov/qc/services").rstrip("/")
FMCSA_WEB_KEY = env.str("FMCSA_WEB_KEY", "")
CARRIER_IDENTITY_URL = env.str("CARRIER_IDENTITY_URL", "").rstrip("/")  # …/external_api/v1
CARRIER_IDENTITY_KEY = env.str("CARRIER_IDENTITY_KEY", "")

# Events go to the public internet alone, unless this says that private addresses may be told of them too.
PRIVATE_ENDPOINTS = env.bool("LOADLINE_PRIVATE_ENDPOINTS", default=LOCAL)

# Files, words, times
STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", "") or folder.data_dir() / "static")
MEDIA_ROOT = Path(env.str("MEDIA_ROOT", "") or folder.data_dir() / "media")  # recordings; no URL leads there
BACKUP_RECIPIENTS = env.str("BACKUP_RECIPIENTS", "").split()  # public keys (age, SSH) that read backups
STATICFILES_DIRS = [BASE_DIR / "static"]
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700
STORAGES = {
    "default": FILE_STORE,
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if env.bool("LOADLINE_STATIC_MANIFEST", default=not DEBUG)
        else "django.contrib.staticfiles.storage.StaticFilesStorage",
        # Unlike recordings, everybody's: in an image they are made by another user than the one that serves them.
        "OPTIONS": {"file_permissions_mode": 0o644, "directory_permissions_mode": 0o755},
    },
}
LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False

# Seen from outside. Without a token there are no figures; error reports and traces need the packages of `telemetry`.
METRICS_TOKEN = env.str("LOADLINE_METRICS_TOKEN", "")
METRICS_HOST = env.str("LOADLINE_LISTEN_HOST", "127.0.0.1")
# Where a worker shows its figures, and that it lives; 0: nowhere.
METRICS_PORT = env.int("LOADLINE_METRICS_PORT", 0)
if METRICS_DIR := env.str("PROMETHEUS_MULTIPROC_DIR", ""):
    Path(METRICS_DIR).mkdir(mode=0o700, parents=True, exist_ok=True)  # before prometheus_client looks
SENTRY_DSN = env.str("SENTRY_DSN", "")
# An OpenTelemetry collector's; its other OTEL_… hold too.
TRACES_URL = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", "")

# Logs: JSON lines in production, short lines locally.
LOGGING_CONFIG = None
logs.configure(
    as_json=env.bool("LOADLINE_LOG_JSON", default=not LOCAL), level=env.str("LOADLINE_LOG_LEVEL", "INFO")
)
