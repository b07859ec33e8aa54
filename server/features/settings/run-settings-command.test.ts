import { afterAll, beforeAll, expect, test } from 'vitest';
import * as identities from '#identities/registry.ts';
import { generateVAPIDKeys } from 'web-push';
import { defaultPortalConfig } from '#server/features/portal/default-portal-config.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { buildStore } from '#server/testing/build-store.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import * as payments from '#payments/registry.ts';
import * as platforms from '#platforms/registry.ts';
import { createAdapterSettings } from './adapter-settings.ts';
import { runSettingsCommand, readSettingsArguments } from './run-settings-command.ts';
import { omitSecrets, type SettingsManifest } from './show-settings.ts';

let server: TestApp;
let said: string[];

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
});
afterAll(() => server[Symbol.asyncDispose]());

const good = { AppId: '51', RedirectUrl: 'https://play.example/api/v1/auth/authenticate_to_fxid' };
const log = { warn: () => undefined, error: () => undefined } as never;

async function run(words: string[], json: unknown = {}): Promise<string> {
  said = [];
  const { database, sealer } = server;
  await runSettingsCommand(readSettingsArguments(words), typeof json === 'string' ? json : JSON.stringify(json), {
    database,
    sealer,
    log,
    report: (text) => void said.push(text),
  });
  return said.join('\n');
}

const read = (game?: string) =>
  createAdapterSettings({ database: server.database, sealer: server.sealer, log }).read(
    'identities',
    'vkid',
    identities.vkid.settings,
    game,
  );

test('stores settings sealed, for the portal or for one game', async () => {
  expect(await read()).toBeUndefined();
  expect(await run(['identities/vkid'], good)).toContain('saved');
  expect(await read('gem-miner')).toEqual(good);
  await run(['identities/vkid', '--game', 'gem-miner'], { ...good, AppId: '52' });
  expect(await read('gem-miner')).toMatchObject({ AppId: '52' });
  expect(await read('sky-courier')).toMatchObject({ AppId: '51' });
  const rows = await server.database.kysely.selectFrom('adapter_settings').selectAll().execute();
  expect(JSON.stringify(rows.map(({ sealed }) => sealed.toString('latin1')))).not.toContain('authenticate_to_fxid');
  expect(await run(['list'])).toMatch(
    /identities\/vkid {2}the portal[^]*identities\/vkid {2}gem-miner|gem-miner[^]*the portal/,
  );
  expect(await run(['identities/vkid', '--game', 'gem-miner', '--remove'])).toContain('removed');
  expect(await read('gem-miner')).toMatchObject({ AppId: '51' });
});

test('shows what is trusted, and stores it apart from the settings', async () => {
  const scopeOf = async (game?: string) => {
    const { database, sealer } = server;
    const settings = createAdapterSettings({ database, sealer, log });
    const trusted = await settings.readTrusted('identities', 'vkid', identities.vkid.settings, game);
    return trusted && { scope: trusted.scope, settings: trusted.settings };
  };
  expect(await run(['identities/vkid'], good)).toContain('signs in to whole accounts');
  expect(await scopeOf('gem-miner')).toEqual({ scope: undefined, settings: good });
  expect(await run(['identities/vkid', '--game', 'gem-miner'], good)).toContain('counts for gem-miner alone');
  expect(await scopeOf('gem-miner')).toEqual({ scope: 'gem-miner', settings: good });
  expect(await run(['identities/vkid', '--game', 'gem-miner'], { ...good, Trust: 'portal' })).toContain(
    'whole accounts',
  );
  expect(await scopeOf('gem-miner')).toEqual({ scope: undefined, settings: good });
  await run(['identities/vkid'], { ...good, Trust: 'game' });
  expect(await scopeOf('sky-courier')).toEqual({ scope: 'sky-courier', settings: good });
  // A method that counts per game can't sign in to the portal.
  expect(await scopeOf()).toBeUndefined();
  expect(await run(['list'])).toMatch(/the portal {2}\(what it proves counts for the game that is played alone\)/);
  await expect(run(['identities/vkid'], { ...good, Trust: 'everybody' })).rejects.toThrow('are invalid');
  await run(['identities/vkid', '--game', 'gem-miner', '--remove']);
  await run(['identities/vkid'], good);
});

test('names the error and shows no value', async () => {
  await expect(run(['identities/vkid'], { AppId: 'hidden-value' })).rejects.toThrow('are invalid');
  await expect(run(['identities/vkid'], { ...good, Extra: 'hidden-value' })).rejects.not.toThrow('hidden-value');
  await expect(run(['identities/vkid'], 'no json')).rejects.toThrow("isn't valid JSON");
  await expect(run(['identities/nobody'], good)).rejects.toThrow('identities/vkid');
  await expect(run(['identities/constructor'], good)).rejects.toThrow('has no settings');
  await expect(run(['identities/vkid', '--game', 'nowhere'], good)).rejects.toThrow('No game is named nowhere');
});

test.each([[[]], [['a', 'b']], [['identities/vkid', '--game']]])('shows its usage: %j', (words) => {
  expect(() => readSettingsArguments(words)).toThrow('Usage:');
});

test('stores the masked words, for the portal and additionally for a game', async () => {
  const masked = async (game: string) =>
    (await server.client().words.filter({ Game: game, Text: 'fudge in the mine' })).Text;
  expect(await run(['words'], ['fudge'])).toContain('1 words of the portal are saved');
  expect(await run(['words', '--game', 'gem-miner'], ['mine'])).toContain('the game gem-miner');
  expect(await masked('gem-miner')).toBe('***** in the ****');
  expect(await masked('sky-courier')).toBe('***** in the mine');
  expect(await run(['list'])).toMatch(/words \(1\) {2}gem-miner[^]*words \(1\) {2}the portal/);
  await expect(run(['words'], ['', 'x'.repeat(61)])).rejects.toThrow('/1 ');
  await expect(run(['words'], { words: [] })).rejects.toThrow('are invalid');
  await expect(run(['words', '--game', 'nowhere'], ['x'])).rejects.toThrow('No game is named nowhere');
  expect(await run(['words', '--remove'])).toContain('removed');
  expect(await run(['words', '--remove'])).toContain('had no word list');
});

test('saves the configuration of the portal', async () => {
  const config = { ...defaultPortalConfig, CompanyBranding: { ...defaultPortalConfig.CompanyBranding, Name: 'Mine' } };
  expect(await run(['portal'], config)).toContain('saved');
  const row = await server.database.kysely.selectFrom('portal').select('config').executeTakeFirstOrThrow();
  expect(row.config.CompanyBranding.Name).toBe('Mine');
});

test('accepts a valid web push key, and never prints an invalid one', async () => {
  const set = (WebPushPublicKey: string) => run(['portal'], { ...defaultPortalConfig, WebPushPublicKey });
  const { publicKey, privateKey } = generateVAPIDKeys();
  expect(await set(publicKey)).toContain('saved');
  const offCurve = `${publicKey.slice(0, -2)}${publicKey.endsWith('AA') ? 'BA' : 'AA'}`;
  for (const [wrong, words] of [
    [privateKey, 'is as long as a private key'],
    [offCurve, "isn't a public key for web push"],
    [publicKey.slice(0, -4), "isn't a public key for web push"],
    [`MFkw${publicKey}`, "isn't a public key for web push"],
  ] as const) {
    const told = await set(wrong).catch(({ message }: Error) => message);
    expect(told).toContain(`/WebPushPublicKey ${words}`);
    expect(told).toContain('leave it out, and the portal makes its own');
    expect(told).not.toContain(wrong);
  }
  const { config } = await server.database.kysely.selectFrom('portal').select('config').executeTakeFirstOrThrow();
  expect(config.WebPushPublicKey).toBe(publicKey);
});

test('shows settings without secrets', async () => {
  const twitch = { ClientId: 'client', ClientSecret: 'hush', RedirectUrl: 'https://play.example/back' };
  await run(['identities/twitch', '--game', 'gem-miner'], twitch);
  const shown = await run(['show', 'identities/twitch']);
  expect(shown).toContain('identities/twitch for gem-miner');
  expect(shown).toContain('"ClientId": "client"');
  expect(shown).toContain('"RedirectUrl": "https://play.example/back"');
  expect(shown).toContain('"ClientSecret": "(hidden)"');
  expect(shown).not.toContain('hush');
  expect(await run(['show', 'identities/twitch', '--game', 'sky-courier'])).toContain('is not set up for sky-courier');
  await expect(run(['show', 'identities/nobody'])).rejects.toThrow('has no settings');
});

test('no adapter shows a setting that is named like a secret', () => {
  const shown: string[] = [];
  for (const [family, adapters] of Object.entries({ identities, platforms, payments }))
    for (const [name, manifest] of Object.entries(adapters as Record<string, SettingsManifest>)) {
      const secrets = Object.keys(manifest.settings?.properties ?? {}).filter((key) =>
        /secret|key|token|pass/i.test(key),
      );
      const values = omitSecrets(manifest, Object.fromEntries(secrets.map((key) => [key, ['hush']])));
      for (const [key, value] of Object.entries(values))
        if (JSON.stringify(value).includes('hush')) shown.push(`${family}/${name} ${key}`);
    }
  // Public values: browsers get them, or they are public keys.
  const harmless = [
    'identities/firebase ApiKey',
    'identities/firebase KeysUrl',
    'payments/bank131 BankPublicKeys',
    'payments/moneymailru PublicKeys',
    'payments/stripe PublishableKey',
    'platforms/crazygames KeyUrl',
  ];
  expect(shown.sort()).toEqual(harmless);
});

test("setting up a platform names the prices that it can't charge", async () => {
  const product = { Sku: 'gems', Names: { en: 'Gems' }, Prices: { USD: 1, UAH: 41.5 } };
  await buildStore(server.database, 'sky-courier', [product]);
  const steam = { AppId: '480', PublisherKey: 'a publisher key' };
  expect(await run(['platforms/steam', '--game', 'gem-miner'], steam)).not.toContain('UAH');
  expect(await run(['platforms/steam'], steam)).toContain(
    '  - sky-courier /0/Prices/UAH of gems is 41.5, but Steam charges UAH only in steps of 1.',
  );
  await run(['platforms/steam', '--remove']);
  await run(['platforms/steam', '--game', 'gem-miner', '--remove']);
});

test("shows the adapter's evidence, and that the vendor accepts no new games", async () => {
  const closed = 'Meta has accepted no new games since 30 September 2026';
  const facebook = { AppId: '1', AppSecrets: ['0123456789abcdef0123456789abcdef'] };
  expect(await run(['platforms/facebookgames'], facebook)).toContain(closed);
  expect(await run(['show', 'platforms/facebookgames'])).toContain(closed);
  await run(['platforms/facebookgames', '--remove']);
  expect(await run(['show', 'payments/facebookpay'])).toContain(closed);
  const stripe = await run(['show', 'payments/stripe']);
  expect(stripe).toContain('Verified against vendor code');
  expect(stripe).not.toContain('no new games');
});
