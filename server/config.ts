// The one reader of the environment. Everything is checked at the start; a wrong value stops it with a message that names
// the variable and the remedy. Production refuses what only a laptop may have.
import { resolve } from 'node:path';

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
  /** Absent: the server brings its own PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  /** Who mails come from. */
  readonly mailFrom: string;
  /** Keys that need to be the same on every node, and secret. */
  readonly secret: string;
  /** The secret before the present one: it still opens what was sealed with it. */
  readonly previousSecret: string | undefined;
  /** The robot check: its public key, its secrets (the newest first), and where its script and its verdicts come from. */
  readonly turnstile: {
    readonly siteKey: string;
    readonly secrets: readonly string[];
    readonly scriptUrl: string;
    readonly verifyUrl: string;
  };
  /** The header in which a proxy tells the country of the caller, such as `cf-ipcountry`. */
  readonly countryHeader: string | undefined;
  readonly logLevel: (typeof logLevels)[number];
  readonly poolSize: number;
  /** How many proxies in front of the server are trusted to say who the caller is. */
  readonly trustedProxies: number;
  /** How long a node that stops still answers, so that balancers see that it is not ready. */
  readonly drainSeconds: number;
  /** Requests a minute and caller where a call names no limit of its own. */
  readonly requestsPerMinute: number;
  /** How the portal's addresses look: paths, or behind a hash where the host cannot rewrite paths. */
  readonly routerType: 'browser' | 'hash';
  /** Where a proxy puts the portal, and strips it off again: `/` or something like `/games/`. */
  readonly basePath: string;
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
  /** Whom `/metrics` answers besides this machine: who sends this token. */
  readonly metricsToken: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

export function readConfig(env: Environment): Config {
  const reader = new Reader(env);
  const production = reader.oneOf('NODE_ENV', ['production', 'development', 'test'], 'development') === 'production';
  const port = reader.integer('PORT', 8080, 1, 65_535);
  const gamesPort = reader.integer('GAMES_PORT', port + 1, 1, 65_535);
  if (port === gamesPort)
    reader.refuse('GAMES_PORT', 'is the same as PORT', 'give games a port of their own, such as PORT + 1');
  const publicUrl = reader.url('PUBLIC_URL', ['http:', 'https:'], `http://localhost:${port}`);
  const errorDsn = reader.url('ERROR_DSN', ['https:', 'http:']);
  const gamesUrl = reader.gamesUrl('GAMES_URL', `http://{game}.localhost:${gamesPort}`);
  const config: Config = {
    production,
    host: reader.text('HOST', production ? '0.0.0.0' : 'localhost'),
    port,
    gamesPort,
    publicUrl: new URL(publicUrl ?? 'http://localhost'),
    gamesUrl,
    dataDir: resolve(reader.text('DATA_DIR', 'data')),
    databaseUrl: reader.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: reader.url('REDIS_URL', ['redis:', 'rediss:', 'unix:']),
    smtpUrl: reader.url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: reader.text('MAIL_FROM', `FxId <noreply@${new URL(publicUrl ?? 'http://localhost').hostname}>`),
    secret: reader.text('SECRET', production ? '' : laptopSecret),
    previousSecret: reader.optional('PREVIOUS_SECRET'),
    turnstile: {
      siteKey: reader.text('TURNSTILE_SITE_KEY', passingSiteKey),
      secrets: reader.text('TURNSTILE_SECRET', passingSecret).split(','),
      scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
      verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    },
    countryHeader: reader.matching(
      'COUNTRY_HEADER',
      /^[a-z0-9-]{1,60}$/,
      'the name of a header in lower case, such as cf-ipcountry',
    ),
    logLevel: reader.oneOf('LOG_LEVEL', logLevels, production ? 'info' : 'warn'),
    poolSize: reader.integer('DATABASE_POOL', 10, 2, 200),
    trustedProxies: reader.integer('TRUSTED_PROXIES', 0, 0, 10),
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
    earlyHints: reader.oneOf('EARLY_HINTS', ['on', 'off'], 'off') === 'on',
    fixedGame: reader.matching('GAME', /^[a-z0-9][a-z0-9-]{0,62}$/, 'the name of a game, such as gem-miner'),
    forcedAdapter: reader.matching('ADAPTER', /^[a-z0-9]{1,40}$/, 'the name of an adapter, such as fxid'),
    errorDsn: errorDsn === undefined ? undefined : new URL(errorDsn),
    portalLogLevel: reader.oneOf('PORTAL_LOG_LEVEL', portalLogLevels, 'warn'),
    debugTools: reader.oneOf('DEBUG_TOOLS', ['on', 'off'], production ? 'off' : 'on') === 'on',
    remoteDebugUrl: reader.url('REMOTE_DEBUG_URL', ['https:']),
    metricsToken: reader.optional('METRICS_TOKEN'),
  };
  if (production) checkProduction(config, reader);
  reader.finish();
  return config;
}

/** Where the person stands who has run a command; npm itself goes to the root of the project. */
export const callerFolder = (): string => process.env['INIT_CWD'] ?? process.cwd();

const laptopSecret = 'laptop-only-secret-do-not-use-elsewhere';
// The keys with which the vendor lets everybody pass, for development.
const passingSiteKey = '1x00000000000000000000AA';
const passingSecret = '1x0000000000000000000000000000000AA';
const testKey = /^[123]x0{20,}/;
const portalLogLevels = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

function checkProduction(config: Config, reader: Reader): void {
  if (config.secret.length < 32 || config.secret === laptopSecret || /^(.)\1*$/.test(config.secret)) {
    reader.refuse(
      'SECRET',
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
  if (testKey.test(config.turnstile.siteKey))
    reader.refuse('TURNSTILE_SITE_KEY', 'is missing or a test key', 'set it to the site key of your Turnstile widget');
  if (config.turnstile.secrets.some((secret) => secret === '' || testKey.test(secret)))
    reader.refuse(
      'TURNSTILE_SECRET',
      'is missing or a test key',
      'set it to the secret of your Turnstile widget, or to the new and the old one with a comma between them',
    );
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
  if (config.metricsToken !== undefined && config.metricsToken.length < 16)
    reader.refuse('METRICS_TOKEN', 'is too short', 'use 16 or more random characters');
}

class Reader {
  readonly #env: Environment;
  readonly #problems: string[] = [];

  constructor(env: Environment) {
    this.#env = env;
  }

  refuse(name: string, what: string, remedy: string): void {
    this.#problems.push(`${name} ${what}: ${remedy}.`);
  }

  finish(): void {
    if (this.#problems.length > 0) throw new ConfigError(this.#problems);
  }

  optional(name: string): string | undefined {
    return this.#env[name] === '' ? undefined : this.#env[name];
  }

  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback;
  }

  matching(name: string, shape: RegExp, what: string, fallback?: string): string | undefined {
    const value = this.optional(name) ?? fallback;
    if (value === undefined || shape.test(value)) return value;
    this.refuse(name, `is ${JSON.stringify(value)}`, `give ${what}`);
    return fallback;
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const value = this.optional(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d{1,9}$/.test(value) && number >= least && number <= most) return number;
    this.refuse(
      name,
      `is ${JSON.stringify(value)}`,
      `give a whole number from ${least} to ${most}, or leave it out for ${fallback}`,
    );
    return fallback;
  }

  oneOf<const T extends string>(name: string, values: readonly T[], fallback: T): T {
    const value = this.optional(name);
    const known = values.find((each) => each === (value ?? fallback));
    if (known === undefined) this.refuse(name, `is ${JSON.stringify(value)}`, `give one of ${values.join(', ')}`);
    return known ?? fallback;
  }

  url(name: string, protocols: readonly string[], fallback?: string): string | undefined {
    const value = this.optional(name) ?? fallback;
    if (value === undefined) return undefined;
    // The value may hold a password, so the message does not repeat it.
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    this.refuse(
      name,
      'is no address that can be used',
      `give one that begins with ${protocols.map((each) => `${each}//`).join(' or ')}`,
    );
    return undefined;
  }

  gamesUrl(name: string, fallback: string): string {
    const value = this.text(name, fallback).replace(/\/$/, '');
    const sample = value.replace('{game}', 'game');
    const parsed = URL.canParse(sample) ? new URL(sample) : undefined;
    const isOrigin = parsed !== undefined && /^https?:$/.test(parsed.protocol) && parsed.origin === sample;
    if (isOrigin && parsed.hostname.startsWith('game.')) return value;
    this.refuse(
      name,
      `is ${JSON.stringify(value)}`,
      'give an origin with the game as its first label, such as https://{game}.games.example',
    );
    return fallback;
  }
}
