import { expect, test } from 'vitest';
import { productionSettings as production } from '#server/testing/production-settings.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './environment-reader.ts';
import { countUsefulWorkers } from './workers/count-useful-workers.ts';

test('needs nothing on a laptop', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    production: false,
    port: 8080,
    gamesPort: 8081,
    gamesUrl: 'http://{game}.localhost:8081',
  });
  expect(config.publicUrl.origin).toBe('http://localhost:8080');
  expect(config.databaseUrl).toBeUndefined();
});

test('accepts secrets with ids; the first one seals', () => {
  const SECRETS = '2026-11:new=:+/secret,2026-05:old';
  expect(readConfig({ SECRETS }).secrets).toEqual([
    { id: '2026-11', secret: 'new=:+/secret' },
    { id: '2026-05', secret: 'old' },
  ]);
  expect(readConfig({ SECRET: 'new', PREVIOUS_SECRET: 'old' }).secrets).toEqual([{ secret: 'new' }, { secret: 'old' }]);
});

test('reads where builds are stored', () => {
  expect(readConfig({}).gamesStore).toBeUndefined();
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
  expect(readConfig({ ...keys, GAMES_STORE: 's3://my-bucket/a/b/', S3_REGION: 'eu-central-1' }).gamesStore).toEqual({
    bucket: 'my-bucket',
    prefix: 'a/b',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    accessKeyId: 'id',
    secretAccessKey: 'key',
  });
  const own = { ...keys, GAMES_STORE: 's3://my-bucket' };
  expect(readConfig({ ...own, S3_ENDPOINT: 'http://minio:9000' }).gamesStore?.endpoint).toBe('http://minio:9000');
  expect(() => readConfig({ GAMES_STORE: 's3://my-bucket' })).toThrow(
    /S3_ACCESS_KEY_ID is missing[\s\S]*S3_SECRET_ACCESS_KEY is missing/,
  );
  expect(() => readConfig({ ...keys, GAMES_STORE: 'https://bucket.example' })).toThrow(/GAMES_STORE/);
  expect(() => readConfig({ ...production, ...own, S3_ENDPOINT: 'http://s3.example.com' })).toThrow(
    /S3_ENDPOINT is not encrypted/,
  );
  expect(readConfig({ ...production, ...own, S3_ENDPOINT: 'http://10.0.0.7:9000' }).gamesStore).toBeDefined();
});

test('reads where analytics events are stored', () => {
  const read = (ANALYTICS_URL: string, more = {}) => readConfig({ ...more, ANALYTICS_URL }).analyticsStore;
  expect(read('')).toBeUndefined();
  expect(read('clickhouse://events')).toEqual({
    origin: 'http://events:8123',
    user: 'default',
    password: '',
    database: 'default',
  });
  expect(read('clickhouses://ada:p%40ss@events.example/games', production)).toEqual({
    origin: 'https://events.example:8443',
    user: 'ada',
    password: 'p@ss',
    database: 'games',
  });
  expect(read('clickhouse://10.0.0.7:9123/games', production)?.origin).toBe('http://10.0.0.7:9123');
  for (const wrong of [
    'http://events:8123',
    'clickhouse://',
    'clickhouse://x/a b',
    'clickhouse://x:%zz@y',
    'clickhouse://y?x=1',
  ])
    expect(() => read(wrong), wrong).toThrow(/ANALYTICS_URL is no address/);
  expect(() => read('clickhouse://events.example', production)).toThrow(/ANALYTICS_URL is not encrypted/);
});

test('puts games on the port after the portal', () => {
  expect(readConfig({ PORT: '9000' })).toMatchObject({ gamesPort: 9001, gamesUrl: 'http://{game}.localhost:9001' });
});

test('treats an empty variable as missing', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined });
});

test.each([
  ['PORT', { PORT: 'http' }],
  ['PORT', { PORT: '70000' }],
  ['GAMES_PORT', { PORT: '9000', GAMES_PORT: '9000' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost' }],
  ['DATABASE_URL', { DATABASE_URL: 'localhost/fxid' }],
  ['REDIS_URL', { REDIS_URL: 'localhost:6379' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'play.example' }],
  ['GAMES_URL', { GAMES_URL: 'https://games.example' }],
  ['GAMES_URL', { GAMES_URL: 'https://{game}.games.example/path' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['NODE_ENV', { NODE_ENV: 'prod' }],
  ['DATABASE_POOL', { DATABASE_POOL: '5' }],
  ['DATABASE_POOL', { DATABASE_POOL: '20', WORKERS: '4' }],
  ['WORKERS', { WORKERS: '0' }],
  ['WORKERS', { WORKERS: '129' }],
  ['WORKERS', { WORKERS: 'many' }],
  ['SECRETS', { SECRETS: 'a secret without an id' }],
  ['SECRETS', { SECRETS: 'a:one,a:two' }],
  ['SECRETS', { SECRETS: 'a:one,b:one' }],
  ['SECRETS', { SECRETS: 'a:one,' }],
  ['SECRETS', { SECRETS: 'A b:one' }],
  ['SECRETS', { SECRETS: 'a:one', SECRET: 'two' }],
  ['SECURITY_CONTACT', { SECURITY_CONTACT: 'security@play.example' }],
  ['SECURITY_CONTACT', { SECURITY_CONTACT: 'http://play.example/report' }],
  ['SECURITY_CONTACT', { SECURITY_CONTACT: 'https://a:b@play.example/report' }],
  ['SECURITY_CONTACT', { SECURITY_CONTACT: 'mailto:a@b.example\nContact: mailto:c@d.example' }],
  ['SECURITY_CONTACT', { SECURITY_CONTACT: 'mailto:a@b.example,' }],
  ['SECURITY_CONTACT', { SECURITY_POLICY: 'https://play.example/security' }],
  ['SECURITY_CONTACT', { SECURITY_LANGUAGES: 'en' }],
  ['SECURITY_POLICY', { SECURITY_CONTACT: 'mailto:a@b.example', SECURITY_POLICY: '/security' }],
  ['SECURITY_LANGUAGES', { SECURITY_CONTACT: 'mailto:a@b.example', SECURITY_LANGUAGES: 'English please' }],
])('names %s and the remedy if it is invalid: %j', (name, env) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`${name} .+: .+`));
});

test('starts one process in development, and in production one worker per core if the database allows it', () => {
  expect(readConfig({})).toMatchObject({ workers: 1, connections: 17 });
  expect(readConfig({ WORKERS: '4' })).toMatchObject({ workers: 4, connections: 36 });
  const automatic = readConfig(production).workers;
  expect(automatic).toBe(countUsefulWorkers());
  expect(readConfig({ ...production, DATABASE_POOL: '17' }).workers).toBe(Math.min(automatic, 3));
  expect(readConfig({ ...production, DATABASE_POOL: '6' })).toMatchObject({ workers: 1, connections: 6 });
});

test('never prints a secret, or an address that may contain a password', () => {
  try {
    readConfig({ DATABASE_URL: 'mysql://fxid:hunter2@db', SECRETS: 'hunter2' });
    expect.unreachable();
  } catch (error) {
    expect((error as Error).message).not.toContain('hunter2');
  }
});

test('reports all errors at once', () => {
  try {
    readConfig({ PORT: 'x', LOG_LEVEL: 'y' });
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message.match(/^ {2}- /gm)).toHaveLength(2);
  }
});

test('starts in production with the required settings', () => {
  expect(readConfig(production)).toMatchObject({ production: true, host: '0.0.0.0', logLevel: 'info' });
});

test.each([
  ['SECRET', { SECRET: '' }],
  ['SECRET', { SECRET: 'short' }],
  ['SECRET', { SECRET: 'laptop-only-secret-do-not-use-elsewhere' }],
  ['SECRET', { SECRET: 'a'.repeat(40) }],
  [String.raw`SECRETS \(old\)`, { SECRET: '', SECRETS: `new:${production.SECRET},old:short` }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://play.example' }],
  ['GAMES_URL', { GAMES_URL: 'http://{game}.games.example' }],
  ['GAMES_URL', { GAMES_URL: 'https://{game}.play.example' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
  ['SMTP_URL', { SMTP_URL: '' }],
  ['TURNSTILE_SITE_KEY', { TURNSTILE_SITE_KEY: '' }],
  ['TURNSTILE_SITE_KEY', { TURNSTILE_SITE_KEY: '3x00000000000000000000FF' }],
  ['TURNSTILE_GAME_SECRETS', { TURNSTILE_GAME_SECRETS: 'gem-miner=1x0000000000000000000000000000000AA' }],
  ['TURNSTILE_GAME_SECRETS', { TURNSTILE_GAME_SECRETS: 'gem-miner' }],
  ['TURNSTILE_SECRET', { TURNSTILE_SECRET: '' }],
  ['TURNSTILE_SECRET', { TURNSTILE_SECRET: '0x4AAAnew,1x0000000000000000000000000000000AA' }],
  ['TURNSTILE_SECRET', { TURNSTILE_SECRET: '0x4AAAnew,' }],
  ['TURNSTILE_SITE_KEY', { TURNSTILE_SITE_KEY: '10000000-ffff-ffff-ffff-000000000001' }],
  ['TURNSTILE_SECRET', { TURNSTILE_SECRET: '0x0000000000000000000000000000000000000000' }],
  ['CAPTCHA', { CAPTCHA: 'none' }],
  ['CAPTCHA_BITS', { CAPTCHA: 'work', CAPTCHA_BITS: '12' }],
  ['CAPTCHA_SCRIPT_URL', { CAPTCHA: 'siteverify', CAPTCHA_VERIFY_URL: 'https://vendor.example/siteverify' }],
  ['CAPTCHA_VERIFY_URL', { CAPTCHA: 'siteverify', CAPTCHA_SCRIPT_URL: 'https://vendor.example/api.js' }],
  ['CAPTCHA_SCRIPT_URL', { CAPTCHA: 'siteverify', CAPTCHA_SCRIPT_URL: 'http://vendor.example/api.js' }],
])('refuses to start in production if %s is for development: %j', (name, env) => {
  expect(() => readConfig({ ...production, ...env })).toThrow(new RegExp(name));
});

test.each([
  ['below the portal itself', 'https://play.example', 'https://{game}.play.example'],
  ['beside the portal', 'https://www.fun.co.uk', 'https://{game}.games.fun.co.uk'],
  ['above the portal', 'https://play.fun.example', 'https://{game}.fun.example'],
  ['below a site on a shared domain', 'https://fun.github.io', 'https://{game}.games.fun.github.io'],
])("refuses games %s in production, because they could set the portal's cookies", (_, PUBLIC_URL, GAMES_URL) => {
  expect(() => readConfig({ ...production, PUBLIC_URL, GAMES_URL })).toThrow(
    /GAMES_URL is below .+, the domain of the portal.*: serve games from a domain that you registered for them alone/,
  );
  expect(readConfig({ PUBLIC_URL, GAMES_URL }).gamesUrl).toBe(GAMES_URL);
});

test.each([
  ['https://www.fun.co.uk', 'https://{game}.fun-games.co.uk'],
  ['https://fun.github.io', 'https://{game}.fun-games.github.io'],
  ['https://localhost', 'https://{game}.localhost'],
])('accepts games on a separate site: the portal at %s, games at %s', (PUBLIC_URL, GAMES_URL) => {
  expect(readConfig({ ...production, PUBLIC_URL, GAMES_URL }).gamesUrl).toBe(GAMES_URL);
});

test('starts in production without vendor keys if the captcha is a proof of work', () => {
  const { TURNSTILE_SITE_KEY: _, TURNSTILE_SECRET: __, ...without } = production;
  expect(() => readConfig(without)).toThrow('CAPTCHA=work');
  expect(readConfig({ ...without, CAPTCHA: 'work' })).toMatchObject({ captcha: 'work', captchaBits: 18 });
});

test('accepts another captcha vendor with the same protocol', () => {
  const config = readConfig({
    ...production,
    CAPTCHA: 'siteverify',
    CAPTCHA_SCRIPT_URL: 'https://js.vendor.example/api.js',
    CAPTCHA_VERIFY_URL: 'https://api.vendor.example/siteverify',
    CAPTCHA_OBJECT: 'vendor',
    CAPTCHA_ORIGINS: 'https://vendor.example https://*.vendor.example',
  });
  expect(config.turnstile).toMatchObject({
    scriptUrl: 'https://js.vendor.example/api.js',
    verifyUrl: 'https://api.vendor.example/siteverify',
    other: { objectName: 'vendor', origins: ['https://vendor.example', 'https://*.vendor.example'] },
  });
  expect(readConfig(production).turnstile.other).toBeUndefined();
});

test('accepts a replica only of a database of its own', () => {
  const DATABASE_READ_URL = 'postgres://fxid@replica/fxid';
  expect(readConfig({ DATABASE_READ_URL, DATABASE_URL: 'postgres://fxid@primary/fxid' }).databaseReadUrl).toBe(
    DATABASE_READ_URL,
  );
  expect(() => readConfig({ DATABASE_READ_URL })).toThrow('DATABASE_READ_URL is set without DATABASE_URL');
});
