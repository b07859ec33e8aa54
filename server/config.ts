// The only reader of the environment. All values are checked at the start; a wrong one stops the start with a message
// that names the variable and the fix. Production rejects values that are only safe on a laptop.
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { maxSaveBytes } from '#model/save.ts';
import type { S3Settings } from './build-store/s3-bucket.ts';
import type { ClickHouseSettings } from './features/analytics/clickhouse.ts';
import { readAnalyticsStore } from './read-analytics-store.ts';
import { readConsole, type ConsoleConfig } from './read-console.ts';
import { readDatabaseReadUrl } from './read-database-read-url.ts';
import { readGamesStore } from './read-games-store.ts';
import { readPortalVersion } from './read-portal-version.ts';
import { readFrameHosts, type FrameHosts } from './read-frame-hosts.ts';
import { readTagManager, type TagManager } from './read-tag-manager.ts';
import { findGamesDomain, findRegistrableDomain, isSameHostOrSubdomain } from './http/site.ts';
import type { SealerSecret } from './secrets/sealer.ts';
import { readTracing, type TracingSettings } from './tracing/read-tracing.ts';
import { readWorkers } from './workers/read-workers.ts';
import { EnvironmentReader, type EnvironmentVariables } from './environment-reader.ts';

export interface Config extends ConsoleConfig {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly gamesPort: number;
  /** The portal's public address. Links and origin checks use it, never the Host header. */
  readonly publicUrl: URL;
  /** The games' address pattern: each game has its own host, `{game}` stands for its name. */
  readonly gamesUrl: string;
  readonly dataDir: string;
  readonly backupDir: string;
  /** The object store of builds. Absent: builds are in `games` in the data folder. */
  readonly gamesStore: S3Settings | undefined;
  /** The largest size of a node's copies of builds from the object store. */
  readonly gamesCacheBytes: number;
  readonly scheduledBackups: boolean;
  /** Absent: the server runs its own PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** A replica for lists that may be a few seconds old. Absent: the database itself. */
  readonly databaseReadUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** The secrets for encryption and signatures, the same on every node. The first one seals; all of them unseal. */
  readonly secrets: readonly SealerSecret[];
  /** The captcha: Turnstile, another vendor with the same protocol, or proof of work in the browser. */
  readonly captcha: (typeof captchas)[number];
  /** The difficulty of the proof of work: the number of leading zero bits of the hash. */
  readonly captchaBits: number;
  /**
   * The captcha widget: public key, secrets (newest first), and the addresses of its script and of its verification
   * call.
   */
  readonly turnstile: {
    readonly siteKey: string;
    readonly secrets: readonly string[];
    readonly gameSecrets?: Readonly<Record<string, string>>;
    readonly scriptUrl: string;
    readonly verifyUrl: string;
    /**
     * For a vendor other than Turnstile: the global object of its script, and the further origins that it loads from.
     */
    readonly other?: { readonly objectName: string; readonly origins: readonly string[] };
  };
  /** The header in which a proxy sends the caller's country, such as `cf-ipcountry`. */
  readonly countryHeader: string | undefined;
  /** The path of a database in MaxMind's format. */
  readonly countryDatabase: string | undefined;
  readonly logLevel: (typeof logLevels)[number];
  /** How many processes serve requests. */
  readonly workers: number;
  /** The most database connections of all workers together. */
  readonly connections: number;
  /** The number of proxies in front of the server whose X-Forwarded-For entries are trusted. */
  readonly trustedProxies: number;
  /** Whether games may use `eval` by default; a game's own configuration overrides it. */
  readonly gamePolicy: 'open' | 'strict';
  /** Whether the server compresses responses. Turn it off behind a proxy that compresses them. */
  readonly compress: boolean;
  /** How long a stopping node still serves requests, so that load balancers notice that it is not ready. */
  readonly drainSeconds: number;
  /** Requests per minute and caller for calls without their own limit. */
  readonly requestsPerMinute: number;
  /** The form of the portal's addresses: paths, or a hash where the host cannot rewrite paths. */
  readonly routerType: 'browser' | 'hash';
  /** The path prefix that a proxy strips, such as `/games/`; `/` if none. */
  readonly basePath: string;
  readonly serverRendering: boolean;
  /** Whether navigations get a 103 Early Hints response first; every proxy in front must support 1xx responses. */
  readonly earlyHints: boolean;
  readonly fixedGame: string | undefined;
  /** The platform adapter of every page. Absent: detected from the address. */
  readonly forcedAdapter: string | undefined;
  /** Origins that may frame games on a platform besides those in its manifest. */
  readonly frameHosts: FrameHosts;
  readonly errorDsn: URL | undefined;
  readonly portalLogLevel: (typeof portalLogLevels)[number];
  readonly debugTools: boolean;
  readonly remoteDebugUrl: string | undefined;
  readonly tagManager: TagManager | undefined;
  /** Hosts of the allowed push services; a leading dot stands for all subdomains. */
  readonly pushServices: readonly string[];
  readonly pushPerDay: number;
  /** For how many days analytics events are kept. */
  readonly analyticsDays: number;
  /** Absent: analytics events stay in PostgreSQL. */
  readonly analyticsStore: ClickHouseSettings | undefined;
  /** The most events that wait in PostgreSQL while ClickHouse is away. */
  readonly analyticsMaxWaiting: number;
  /** The largest save of one player in one game: its keys and values in UTF-8. */
  readonly saveMaxBytes: number;
  readonly nodeName: string;
  readonly build: string;
  /** The token for `/metrics`, which is otherwise only available on this machine. */
  readonly metricsToken: string | undefined;
  readonly securityTxt: SecurityTxt | undefined;
  /** Where traces are sent. Absent: nothing is traced. */
  readonly tracing: TracingSettings | undefined;
}

export interface SecurityTxt {
  /** `mailto:`, `https:` or `tel:` addresses, the preferred one first. */
  readonly contacts: readonly string[];
  readonly policyUrl: string | undefined;
  readonly languages: readonly string[];
}

/** Multiplies rate limits on a laptop and in tests, where all callers share one address. */
export const computeRateLimitFactor = ({ requestsPerMinute }: Pick<Config, 'requestsPerMinute'>): number =>
  Math.max(1, requestsPerMinute / 600);

export function readConfig(env: EnvironmentVariables): Config {
  const reader = new EnvironmentReader(env);
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
  const trustedProxies = reader.integer('TRUSTED_PROXIES', 0, 0, 10);
  const config: Config = {
    production,
    host: reader.text('HOST', production ? '0.0.0.0' : 'localhost'),
    port,
    gamesPort,
    publicUrl: new URL(publicUrl ?? 'http://localhost'),
    ...readConsole(reader, { production, port, publicUrl, gamesUrl }),
    gamesUrl,
    dataDir,
    backupDir: resolve(reader.text('BACKUP_DIR', join(dataDir, 'backups'))),
    gamesStore: readGamesStore(reader, production),
    gamesCacheBytes: reader.integer('GAMES_CACHE_MB', 10_000, 100, 10_000_000) * 1_000_000,
    scheduledBackups: reader.oneOf('SCHEDULED_BACKUPS', ['on', 'off'], 'on') === 'on',
    databaseUrl: reader.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseReadUrl: readDatabaseReadUrl(reader),
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
    countryDatabase: reader.optional('COUNTRY_DATABASE'),
    logLevel: reader.oneOf('LOG_LEVEL', logLevels, production ? 'info' : 'warn'),
    ...readWorkers(reader, production),
    trustedProxies,
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
    frameHosts: readFrameHosts(reader),
    errorDsn: errorDsn === undefined ? undefined : new URL(errorDsn),
    portalLogLevel: reader.oneOf('PORTAL_LOG_LEVEL', portalLogLevels, 'warn'),
    debugTools: reader.oneOf('DEBUG_TOOLS', ['on', 'off'], production ? 'off' : 'on') === 'on',
    remoteDebugUrl: reader.url('REMOTE_DEBUG_URL', ['https:']),
    tagManager: readTagManager(reader, production),
    pushServices: readPushServices(reader),
    pushPerDay: reader.integer('PUSH_PER_DAY', 5, 0, 100),
    // Each day is a table, and erasing an account locks all of them.
    analyticsDays: reader.integer('ANALYTICS_DAYS', 396, 7, 1100),
    analyticsStore: readAnalyticsStore(reader, production),
    analyticsMaxWaiting: reader.integer('ANALYTICS_MAX_WAITING', 20_000_000, 10_000, 999_999_999),
    saveMaxBytes: reader.integer('SAVE_MAX_BYTES', 1_000_000, 1000, maxSaveBytes),
    nodeName: reader.text('NODE_NAME', hostname()),
    build: reader.optional('BUILD') ?? readPortalVersion(join(import.meta.dirname, '..')),
    metricsToken: reader.optional('METRICS_TOKEN'),
    securityTxt: readSecurityTxt(reader),
    tracing: readTracing(reader, trustedProxies),
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

function readPushServices(reader: EnvironmentReader): readonly string[] {
  const hosts = reader.list(
    'PUSH_SERVICES',
    (each) => /^\.?([a-z0-9-]+\.)+[a-z]{2,}$/.test(each),
    'hosts such as fcm.googleapis.com, or .push.apple.com for all that end so, with commas between them',
  );
  return hosts.length > 0 ? hosts : knownPushServices;
}

function readSecurityTxt(reader: EnvironmentReader): SecurityTxt | undefined {
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

/** Rejects characters that would break a line, and credentials in the address. */
function isPublicPage(text: string): boolean {
  const url = /^https:\/\/[!-~]+$/.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '';
}

/** The folder in which the person ran the command; npm changes to the project's root. */
export const findInvocationFolder = (): string => process.env['INIT_CWD'] ?? process.cwd();

const laptopSecret = 'laptop-only-secret-do-not-use-elsewhere';
// Turnstile's public test keys, which always pass, for development.
const passingSiteKey = '1x00000000000000000000AA';
const passingSecret = '1x0000000000000000000000000000000AA';
// Test keys of Turnstile and of vendors with the same protocol. They accept everyone, so production rejects them.
const testKey = /^[123]x0{20,}|^[1-3]0000000-ffff-ffff-ffff-0{11}[1-3]$|^0x0{20,}$/;
const captchas = ['turnstile', 'siteverify', 'work'] as const;
const portalLogLevels = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

function readGameSecrets(reader: EnvironmentReader): Record<string, string> {
  const pairs = reader.list(
    'TURNSTILE_GAME_SECRETS',
    (each) => /^[a-z0-9][a-z0-9-]{0,62}=[^\s=]+$/.test(each),
    'games and the secrets of their widgets, such as gem-miner=0x4AAA,sky-courier=0x4BBB',
  );
  return Object.fromEntries(pairs.map((each) => each.split('=', 2)));
}

function readOtherVendor(
  reader: EnvironmentReader,
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

function checkProduction(config: Config, reader: EnvironmentReader): void {
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
  const portalSite = findRegistrableDomain(config.publicUrl.hostname);
  if (portalSite !== undefined && isSameHostOrSubdomain(findGamesDomain(config.gamesUrl), portalSite))
    reader.refuse(
      'GAMES_URL',
      `is below ${portalSite}, the domain of the portal, so any game could set cookies for the portal`,
      'serve games from a domain that you registered for them alone, such as https://{game}.games.example',
    );
  if (config.metricsToken !== undefined && config.metricsToken.length < 16)
    reader.refuse('METRICS_TOKEN', 'is too short', 'use 16 or more random characters');
}

/** `SECRETS=<id>:<secret>,…`, or the older form without ids: SECRET and PREVIOUS_SECRET. */
function readSecrets(reader: EnvironmentReader, fallback: string): SealerSecret[] {
  const listed = reader.optional('SECRETS');
  const secret = reader.text('SECRET', fallback);
  const previous = reader.optional('PREVIOUS_SECRET');
  const unnamed: SealerSecret[] = [{ secret }, ...(previous === undefined ? [] : [{ secret: previous }])];
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
