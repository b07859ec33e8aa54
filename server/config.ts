// The one reader of the environment. Everything is checked at the start; a wrong value stops it with a message that names
// the variable and the remedy. Production refuses what only a laptop may have.
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { readBuild } from './read-build.ts';
import { minConnections } from './db/share-connections.ts';
import { findGamesDomain, findSite, isSameOrBelow } from './http/site.ts';
import type { Secret } from './secrets/sealer.ts';
import { SettingsReader, type Environment } from './settings-reader.ts';

export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly gamesPort: number;
  /** Where players reach the portal; links and checks of origin are made from it, never from a Host header. */
  readonly publicUrl: URL;
  /** Where games are served: every game on a host of its own, `{game}` stands for its name. */
  readonly gamesUrl: string;
  readonly dataDir: string;
  /** Where backups go, and the journal of erasures beside them. */
  readonly backupDir: string;
  /** Whether one of the nodes backs up the database and the files of games every day. */
  readonly scheduledBackups: boolean;
  /** Absent: the server brings its own PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  /** Who mails come from. */
  readonly mailFrom: string;
  /** What is sealed and signed with, the same on every node: the first seals, all of them open. */
  readonly secrets: readonly Secret[];
  /** Who tells persons from robots: Turnstile, another vendor that speaks its protocol, or the work of the browser itself. */
  readonly captcha: (typeof captchas)[number];
  /** How much work: how many zero bits a hash must begin with. */
  readonly captchaBits: number;
  /** The widget of the captcha: its public key, its secrets (the newest first), and where its script and its verdicts come from. */
  readonly turnstile: {
    readonly siteKey: string;
    readonly secrets: readonly string[];
    /** Secrets of games that have a widget of their own, by game. */
    readonly gameSecrets?: Readonly<Record<string, string>>;
    readonly scriptUrl: string;
    readonly verifyUrl: string;
    /** Another vendor than Turnstile: what its script is called in the page, and the further origins that it reaches. */
    readonly other?: { readonly objectName: string; readonly origins: readonly string[] };
  };
  /** The header in which a proxy tells the country of the caller, such as `cf-ipcountry`. */
  readonly countryHeader: string | undefined;
  readonly logLevel: (typeof logLevels)[number];
  /** How many connections to the database a node holds at most. */
  readonly connections: number;
  /** How many proxies in front of the server are trusted to say who the caller is. */
  readonly trustedProxies: number;
  /** Whether texts may become code on the hosts of games that do not say it themselves. */
  readonly gamePolicy: 'open' | 'strict';
  /** Whether answers are compressed here; not where a proxy does it and still asks for it. */
  readonly compress: boolean;
  /** How long a node that stops still answers, so that balancers see that it is not ready. */
  readonly drainSeconds: number;
  /** Requests a minute and caller where a call names no limit of its own. */
  readonly requestsPerMinute: number;
  /** How the portal's addresses look: paths, or behind a hash where the host cannot rewrite paths. */
  readonly routerType: 'browser' | 'hash';
  /** Where a proxy puts the portal, and strips it off again: `/` or something like `/games/`. */
  readonly basePath: string;
  /** Whether public pages come with their content, or are rendered in the browser. */
  readonly serverRendering: boolean;
  /** Whether a navigating browser is told what the page needs before its answer; every proxy in front must know 1xx answers. */
  readonly earlyHints: boolean;
  /** A site for one game alone. */
  readonly fixedGame: string | undefined;
  /** The platform that every page of this portal runs on, when it is not to be read from the address. */
  readonly forcedAdapter: string | undefined;
  /** Where errors of browsers are reported to, through our own tunnel. */
  readonly errorDsn: URL | undefined;
  /** From which level on the portal writes to the browser's console. */
  readonly portalLogLevel: (typeof portalLogLevels)[number];
  /** Whether the flags `eruda` and `remotejs` work. */
  readonly debugTools: boolean;
  readonly remoteDebugUrl: string | undefined;
  /** Hosts of browsers' push services, one with a dot before it stands for all that end so: messages are posted nowhere else. */
  readonly pushServices: readonly string[];
  /** How many push messages of games and of the portal a player gets in a day at most. */
  readonly pushPerDay: number;
  /** What this node and this build are called in logs and metrics. */
  readonly nodeName: string;
  readonly build: string;
  /** Whom `/metrics` answers besides this machine: who sends this token. */
  readonly metricsToken: string | undefined;
  /** Where holes are reported to; absent: nothing is said about it. */
  readonly securityTxt: SecurityTxt | undefined;
}

export interface SecurityTxt {
  /** Addresses that begin with mailto:, https: or tel:, the preferred one first. */
  readonly contacts: readonly string[];
  readonly policyUrl: string | undefined;
  readonly languages: readonly string[];
}

/** How much more than production one caller may ask for: a laptop's callers are all one, and tests hurry. */
export const computeLimitFactor = ({ requestsPerMinute }: Pick<Config, 'requestsPerMinute'>): number =>
  Math.max(1, requestsPerMinute / 600);

export function readConfig(env: Environment): Config {
  const reader = new SettingsReader(env);
  const production = reader.oneOf('NODE_ENV', ['production', 'development', 'test'], 'development') === 'production';
  const port = reader.integer('PORT', 8080, 1, 65_535);
  const gamesPort = reader.integer('GAMES_PORT', port + 1, 1, 65_535);
  if (port === gamesPort)
    reader.refuse('GAMES_PORT', 'is the same as PORT', 'give games a port of their own, such as PORT + 1');
  const publicUrl = reader.url('PUBLIC_URL', ['http:', 'https:'], `http://localhost:${port}`);
  const errorDsn = reader.url('ERROR_DSN', ['https:', 'http:']);
  const gamesUrl = reader.gamesUrl('GAMES_URL', `http://{game}.localhost:${gamesPort}`);
  const dataDir = resolve(reader.text('DATA_DIR', 'data'));
  const captcha = reader.oneOf('CAPTCHA', captchas, 'turnstile');
  const config: Config = {
    production,
    host: reader.text('HOST', production ? '0.0.0.0' : 'localhost'),
    port,
    gamesPort,
    publicUrl: new URL(publicUrl ?? 'http://localhost'),
    gamesUrl,
    dataDir,
    backupDir: resolve(reader.text('BACKUP_DIR', join(dataDir, 'backups'))),
    scheduledBackups: reader.oneOf('SCHEDULED_BACKUPS', ['on', 'off'], 'on') === 'on',
    databaseUrl: reader.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: reader.url('REDIS_URL', ['redis:', 'rediss:', 'unix:']),
    smtpUrl: reader.url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: reader.text('MAIL_FROM', `FxId <noreply@${new URL(publicUrl ?? 'http://localhost').hostname}>`),
    secrets: readSecrets(reader, production ? '' : laptopSecret),
    captcha,
    captchaBits: reader.integer('CAPTCHA_BITS', 18, 8, 26),
    turnstile: {
      siteKey: reader.text('TURNSTILE_SITE_KEY', passingSiteKey),
      secrets: reader.text('TURNSTILE_SECRET', passingSecret).split(','),
      gameSecrets: readGameSecrets(reader),
      scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
      verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      ...readOtherVendor(reader, { production, isUsed: captcha === 'siteverify' }),
    },
    countryHeader: reader.matching(
      'COUNTRY_HEADER',
      /^[a-z0-9-]{1,60}$/,
      'the name of a header in lower case, such as cf-ipcountry',
    ),
    logLevel: reader.oneOf('LOG_LEVEL', logLevels, production ? 'info' : 'warn'),
    connections: reader.integer('DATABASE_POOL', 16, minConnections, 200),
    trustedProxies: reader.integer('TRUSTED_PROXIES', 0, 0, 10),
    gamePolicy: reader.oneOf('GAME_POLICY', ['open', 'strict'], 'open'),
    compress: reader.oneOf('COMPRESS', ['auto', 'off'], 'auto') === 'auto',
    drainSeconds: reader.integer('DRAIN_SECONDS', production ? 3 : 0, 0, 300),
    requestsPerMinute: reader.integer('REQUESTS_PER_MINUTE', production ? 600 : 60_000, 1, 10_000_000),
    routerType: reader.oneOf('ROUTER_TYPE', ['browser', 'hash'], 'browser'),
    basePath:
      reader.matching(
        'BASE_PATH',
        /^\/([\w-]+\/)*$/,
        'a path that begins and ends with a slash, such as /games/',
        '/',
      ) ?? '/',
    serverRendering: reader.oneOf('SERVER_RENDERING', ['on', 'off'], 'on') === 'on',
    earlyHints: reader.oneOf('EARLY_HINTS', ['on', 'off'], 'off') === 'on',
    fixedGame: reader.matching('GAME', /^[a-z0-9][a-z0-9-]{0,62}$/, 'the name of a game, such as gem-miner'),
    forcedAdapter: reader.matching('ADAPTER', /^[a-z0-9]{1,40}$/, 'the name of an adapter, such as fxid'),
    errorDsn: errorDsn === undefined ? undefined : new URL(errorDsn),
    portalLogLevel: reader.oneOf('PORTAL_LOG_LEVEL', portalLogLevels, 'warn'),
    debugTools: reader.oneOf('DEBUG_TOOLS', ['on', 'off'], production ? 'off' : 'on') === 'on',
    remoteDebugUrl: reader.url('REMOTE_DEBUG_URL', ['https:']),
    pushServices: readPushServices(reader),
    pushPerDay: reader.integer('PUSH_PER_DAY', 5, 0, 100),
    nodeName: reader.text('NODE_NAME', hostname()),
    build: reader.optional('BUILD') ?? readBuild(join(import.meta.dirname, '..')),
    metricsToken: reader.optional('METRICS_TOKEN'),
    securityTxt: readSecurityTxt(reader),
  };
  if (production) checkProduction(config, reader);
  reader.finish();
  return config;
}

const knownPushServices = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
] as const;

function readPushServices(reader: SettingsReader): readonly string[] {
  const hosts = reader.list(
    'PUSH_SERVICES',
    (each) => /^\.?([a-z0-9-]+\.)+[a-z]{2,}$/.test(each),
    'hosts such as fcm.googleapis.com, or .push.apple.com for all that end so, with commas between them',
  );
  return hosts.length > 0 ? hosts : knownPushServices;
}

function readSecurityTxt(reader: SettingsReader): SecurityTxt | undefined {
  const contacts = reader.list(
    'SECURITY_CONTACT',
    (each) => /^(mailto:[^\s@]+@[^\s@]+|tel:\+[\d-]+)$/.test(each) || isPublicPage(each),
    'addresses such as mailto:security@play.example or https://play.example/report, with commas between them',
  );
  const [policyUrl, ...more] = reader.list('SECURITY_POLICY', isPublicPage, 'the https address of one page');
  const languages = reader.list(
    'SECURITY_LANGUAGES',
    (each) => /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(each),
    'languages such as en, de',
  );
  if (more.length > 0)
    reader.refuse('SECURITY_POLICY', 'holds several addresses', 'give the https address of one page');
  if (contacts.length > 0) return { contacts, policyUrl, languages };
  if (policyUrl !== undefined || languages.length > 0)
    reader.refuse(
      'SECURITY_CONTACT',
      'is missing',
      'say where holes are reported to, such as mailto:security@play.example, or leave out the other SECURITY_ settings',
    );
  return undefined;
}

/** Without anything that would break a line or is nobody's business. */
function isPublicPage(text: string): boolean {
  const url = /^https:\/\/[!-~]+$/.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '';
}

/** Where the person stands who has run a command; npm itself goes to the root of the project. */
export const findCallerFolder = (): string => process.env['INIT_CWD'] ?? process.cwd();

const laptopSecret = 'laptop-only-secret-do-not-use-elsewhere';
// The keys with which the vendor lets everybody pass, for development.
const passingSiteKey = '1x00000000000000000000AA';
const passingSecret = '1x0000000000000000000000000000000AA';
// Also of a vendor that speaks the same protocol; what it gives to everybody for tests lets everybody pass too.
const testKey = /^[123]x0{20,}|^[1-3]0000000-ffff-ffff-ffff-0{11}[1-3]$|^0x0{20,}$/;
const captchas = ['turnstile', 'siteverify', 'work'] as const;
const portalLogLevels = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

function readGameSecrets(reader: SettingsReader): Record<string, string> {
  const pairs = reader.list(
    'TURNSTILE_GAME_SECRETS',
    (each) => /^[a-z0-9][a-z0-9-]{0,62}=[^\s=]+$/.test(each),
    'games and the secrets of their widgets, such as gem-miner=0x4AAA,sky-courier=0x4BBB',
  );
  return Object.fromEntries(pairs.map((each) => each.split('=', 2)));
}

/** The addresses of a vendor that speaks the protocol of Turnstile: a script that draws, and siteverify. */
function readOtherVendor(
  reader: SettingsReader,
  { production, isUsed }: { production: boolean; isUsed: boolean },
): Pick<Config['turnstile'], 'scriptUrl' | 'verifyUrl' | 'other'> | undefined {
  const protocols = production ? ['https:'] : ['https:', 'http:'];
  const address = (name: string, sample: string): string => {
    if (isUsed && reader.optional(name) === undefined)
      reader.refuse(name, 'is missing', `CAPTCHA=siteverify needs it, such as ${sample}`);
    return reader.url(name, protocols) ?? sample;
  };
  const origins = reader.matching(
    'CAPTCHA_ORIGINS',
    /^https?:\/\/[\w.*:-]+( https?:\/\/[\w.*:-]+)*$/,
    'origins with spaces between them, such as https://*.hcaptcha.com',
  );
  const vendor = {
    scriptUrl: address('CAPTCHA_SCRIPT_URL', 'https://js.hcaptcha.com/1/api.js?render=explicit'),
    verifyUrl: address('CAPTCHA_VERIFY_URL', 'https://api.hcaptcha.com/siteverify'),
    other: {
      objectName:
        reader.matching('CAPTCHA_OBJECT', /^[A-Za-z_$][\w$]*$/, 'the name of its object in the page', 'turnstile') ??
        'turnstile',
      origins: origins?.split(' ') ?? [],
    },
  };
  return isUsed ? vendor : undefined;
}

function checkProduction(config: Config, reader: SettingsReader): void {
  for (const { id, secret } of config.secrets) {
    if (secret.length >= 32 && secret !== laptopSecret && !/^(.)\1*$/.test(secret)) continue;
    reader.refuse(
      id === undefined ? 'SECRET' : `SECRETS (${id})`,
      'is missing or can be guessed',
      'set it to 32 or more random characters, such as the output of `openssl rand -base64 48`',
    );
  }
  if (config.smtpUrl === undefined)
    reader.refuse(
      'SMTP_URL',
      'is missing',
      'players sign in by mail: give the address of a mail server, such as smtps://user:password@mail.example',
    );
  if (config.captcha === 'work' && config.captchaBits < 16)
    reader.refuse('CAPTCHA_BITS', 'asks for too little work', 'give 16 or more, or leave it out for 18');
  const hasWidget = config.captcha !== 'work';
  if (hasWidget && testKey.test(config.turnstile.siteKey))
    reader.refuse(
      'TURNSTILE_SITE_KEY',
      'is missing or a test key',
      'set it to the site key of your widget, or set CAPTCHA=work for a check without a third party',
    );
  if (hasWidget && config.turnstile.secrets.some((secret) => secret === '' || testKey.test(secret)))
    reader.refuse(
      'TURNSTILE_SECRET',
      'is missing or a test key',
      'set it to the secret of your widget, or to the new and the old one with a comma between them',
    );
  if (hasWidget && Object.values(config.turnstile.gameSecrets ?? {}).some((secret) => testKey.test(secret)))
    reader.refuse('TURNSTILE_GAME_SECRETS', 'holds a test key', "give the secret of the game's own widget");
  if (config.publicUrl.protocol !== 'https:')
    reader.refuse(
      'PUBLIC_URL',
      'is no https address',
      'set it to the address of the portal, such as https://play.example',
    );
  if (!config.gamesUrl.startsWith('https://'))
    reader.refuse('GAMES_URL', 'is no https address', 'set it to an address such as https://{game}.games.example');
  const gamesHost = new URL(config.gamesUrl.replace('{game}', 'game')).host;
  if (gamesHost === config.publicUrl.host)
    reader.refuse('GAMES_URL', 'has the host of the portal', 'games need a host of their own');
  const portalSite = findSite(config.publicUrl.hostname);
  if (portalSite !== undefined && isSameOrBelow(findGamesDomain(config.gamesUrl), portalSite))
    reader.refuse(
      'GAMES_URL',
      `is below ${portalSite}, the domain of the portal, so any game could set cookies for the portal`,
      'serve games from a domain that you registered for them alone, such as https://{game}.games.example',
    );
  if (config.metricsToken !== undefined && config.metricsToken.length < 16)
    reader.refuse('METRICS_TOKEN', 'is too short', 'use 16 or more random characters');
}

/** `SECRETS=<id>:<secret>,…`, or the way before secrets had ids: SECRET, and PREVIOUS_SECRET beside it. */
function readSecrets(reader: SettingsReader, fallback: string): Secret[] {
  const listed = reader.optional('SECRETS');
  const secret = reader.text('SECRET', fallback);
  const previous = reader.optional('PREVIOUS_SECRET');
  const unnamed: Secret[] = [{ secret }, ...(previous === undefined ? [] : [{ secret: previous }])];
  if (listed === undefined) return unnamed;
  if (reader.optional('SECRET') !== undefined || previous !== undefined)
    reader.refuse('SECRETS', 'is set besides SECRET or PREVIOUS_SECRET', 'list those in SECRETS, each with an id');
  // The values are secrets, so the message does not repeat them.
  const entries = listed.split(',').map((entry) => /^([a-z0-9][a-z0-9._-]{0,31}):(.+)$/.exec(entry.trim()) ?? []);
  const secrets = entries.map(([, id = '', each = '']) => ({ id, secret: each }));
  const isDistinct = (of: readonly string[]): boolean => new Set(of).size === of.length;
  if (
    secrets.every(({ id }) => id !== '') &&
    isDistinct(secrets.map(({ id }) => id)) &&
    isDistinct(secrets.map((each) => each.secret))
  )
    return secrets;
  reader.refuse(
    'SECRETS',
    'is no list of secrets with ids',
    'give <id>:<secret>, several with commas between them, each id and each secret once, such as 2026-11:… with an id of small letters, digits, dots and hyphens',
  );
  return unnamed;
}
