import { afterAll, beforeAll, expect, test } from 'vitest';
import * as identities from '#identities/registry.ts';
import * as payments from '#payments/registry.ts';
import * as platforms from '#platforms/registry.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { defaultPortalConfig } from '#server/features/portal/default-portal-config.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createAdapterSettings } from './adapter-settings.ts';
import { hideSecrets, keepSecrets, listSecretPaths } from './secret-fields.ts';
import type { SettingsManifest } from './show-settings.ts';

let server: TestApp;
let operator: ReturnType<TestApp['client']>;
/** What Stripe's API answers. */
let vendorStatus = 200;
/** What Epic's token endpoint answers. */
let epicError = 'invalid_grant';
const vendor: SafeFetch = async (address) => ({
  status: address.includes('epicgames') ? 400 : vendorStatus,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(
    address.includes('epicgames')
      ? JSON.stringify({ error: epicError })
      : vendorStatus === 200
        ? '{"object":"list","data":[],"has_more":false}'
        : '{"error":{"message":"No"}}',
  ),
});

beforeAll(async () => {
  server = await createTestApp({ vendorFetch: vendor });
  await buildGames(server.database, ['gem-miner']);
  operator = server.client(
    await createOperatorKeys(server.database).create('ann', ['settings.read', 'settings.change']),
  );
});
afterAll(() => server[Symbol.asyncDispose]());

const stripe = { Family: 'payments', Adapter: 'stripe' } as const;
const Values = {
  SecretKey: 'sk_test_51AbCdEfGhIjKl',
  PublishableKey: 'pk_test_51AbCdEfGhIjKl',
  WebhookSecrets: ['whsec_abcdefgh12345678'],
};
const stored = (game?: string) =>
  createAdapterSettings({
    database: server.database,
    sealer: server.sealer,
    log: { error: () => undefined } as never,
  }).read('payments', 'stripe', payments.stripe.settings, game);

test('lists all adapters with settings, and what the portal lacks', async () => {
  const { Adapters, Missing } = await operator.operatorSettings.list({});
  expect(Adapters).toContainEqual({ Family: 'payments', Adapter: 'stripe', Title: 'Stripe', Owners: [] });
  expect(Adapters.map(({ Family }) => Family)).toEqual(expect.arrayContaining(['identities', 'platforms']));
  expect(Missing).toContainEqual({ Code: 'NoTerms' });
});

test('saves settings, never shows their secrets, and keeps those that are left empty', async () => {
  const before = await operator.operatorSettings.adapter(stripe);
  expect(before).toMatchObject({ Title: 'Stripe', HasTrust: false, IsTestable: true, SetSecrets: [] });
  expect(before.Secrets).toEqual(['/SecretKey', '/WebhookSecrets']);
  const { Version } = await operator.operatorSettings.saveAdapter({
    ...stripe,
    Values: JSON.stringify(Values),
    Reason: 'Our new shop',
  });
  expect(await stored()).toEqual(Values);
  const shown = await operator.operatorSettings.adapter(stripe);
  expect(shown).toMatchObject({
    Values: { PublishableKey: Values.PublishableKey },
    SetSecrets: ['/SecretKey', '/WebhookSecrets'],
    Version,
  });
  for (const secret of [Values.SecretKey, Values.WebhookSecrets[0]])
    expect(JSON.stringify(shown)).not.toContain(secret);
  const PublishableKey = 'pk_test_other';
  await operator.operatorSettings.saveAdapter({
    ...stripe,
    Version,
    Values: JSON.stringify({ PublishableKey, SecretKey: '' }),
  });
  expect(await stored()).toEqual({ ...Values, PublishableKey });
  const { Version: newest } = await operator.operatorSettings.adapter(stripe);
  await expect(
    operator.operatorSettings.saveAdapter({
      ...stripe,
      Version: newest ?? '',
      Values: JSON.stringify({ PublishableKey }),
      ClearSecrets: ['/WebhookSecrets'],
    }),
  ).rejects.toMatchObject({ code: 'InvalidRequest' });
  const entries = await server.database.kysely
    .selectFrom('audit_log')
    .select(['before', 'after', 'reason'])
    .where('object_kind', '=', 'setting')
    .where('object_id', '=', 'payments/stripe')
    .orderBy('entry_id')
    .execute();
  expect(entries).toMatchObject([
    { before: null, reason: 'Our new shop', after: { ChangedSecrets: ['/SecretKey', '/WebhookSecrets'] } },
    { before: { PublishableKey: Values.PublishableKey }, after: { PublishableKey, ChangedSecrets: [] } },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/sk_test_|whsec_/);
});

test('refuses the settings of an operator who saw older ones', async () => {
  const { Version = '' } = await operator.operatorSettings.adapter(stripe);
  await operator.operatorSettings.saveAdapter({ ...stripe, Version, Values: JSON.stringify(Values) });
  await expect(
    operator.operatorSettings.saveAdapter({ ...stripe, Version, Values: JSON.stringify(Values) }),
  ).rejects.toMatchObject({
    code: 'Conflict',
  });
  await expect(
    operator.operatorSettings.saveAdapter({ ...stripe, Values: JSON.stringify(Values) }),
  ).rejects.toMatchObject({ code: 'Conflict' });
});

test("a game's settings are its own", async () => {
  const game = { ...stripe, Game: 'gem-miner' };
  await operator.operatorSettings.saveAdapter({
    ...game,
    Values: JSON.stringify({ ...Values, PublishableKey: 'pk_test_game' }),
  });
  expect(await stored('gem-miner')).toMatchObject({ PublishableKey: 'pk_test_game' });
  expect(await stored()).toMatchObject({ PublishableKey: Values.PublishableKey });
  const { Adapters } = await operator.operatorSettings.list({});
  expect(Adapters.find(({ Adapter }) => Adapter === 'stripe')?.Owners).toMatchObject([
    { Game: 'gem-miner', IsValid: true },
    { IsValid: true },
  ]);
  await operator.operatorSettings.removeAdapter({ ...game, Reason: 'They use ours' });
  expect(await stored('gem-miner')).toMatchObject({ PublishableKey: Values.PublishableKey });
  await expect(operator.operatorSettings.removeAdapter({ ...game, Reason: 'again' })).rejects.toMatchObject({
    code: 'NotFound',
  });
});

test('chooses how far proofs are trusted', async () => {
  const vkid = { Family: 'identities', Adapter: 'vkid' } as const;
  const vkidValues = { AppId: '51', RedirectUrl: 'https://play.example/api/v1/auth/authenticate_to_fxid' };
  await operator.operatorSettings.saveAdapter({ ...vkid, Values: JSON.stringify(vkidValues), Trust: 'game' });
  expect(await operator.operatorSettings.adapter(vkid)).toMatchObject({
    HasTrust: true,
    Trust: 'game',
    Values: vkidValues,
  });
  const { Version = '' } = await operator.operatorSettings.adapter(vkid);
  await operator.operatorSettings.saveAdapter({ ...vkid, Version, Values: JSON.stringify(vkidValues) });
  expect(await operator.operatorSettings.adapter(vkid)).toMatchObject({ Trust: 'game' });
});

test('names what is wrong and shows no value', async () => {
  const { Version = '' } = await operator.operatorSettings.adapter(stripe);
  const refused = await operator.operatorSettings
    .saveAdapter({ ...stripe, Version, Values: JSON.stringify({ ...Values, SecretKey: 'hidden-value', Extra: 1 }) })
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'InvalidRequest' });
  expect(JSON.stringify(refused)).toContain('/SecretKey');
  expect(JSON.stringify(refused)).not.toContain('hidden-value');
  await expect(operator.operatorSettings.adapter({ Family: 'payments', Adapter: 'constructor' })).rejects.toMatchObject(
    { code: 'NotFound' },
  );
  await expect(operator.operatorSettings.adapter({ ...stripe, Game: 'nowhere' })).rejects.toMatchObject({
    code: 'UnknownGame',
  });
  await expect(
    operator.operatorSettings.saveAdapter({ ...stripe, Version, Values: '{"__proto__":{"a":1},"constructor":"x"}' }),
  ).rejects.toMatchObject({ code: 'InvalidRequest' });
});

test('asks the vendor whether it accepts the settings', async () => {
  const run = async () => (await operator.operatorSettings.testAdapter(stripe)).Findings;
  vendorStatus = 200;
  expect(await run()).toEqual([{ Verdict: 'ok', Text: 'stripe accepts the keys' }]);
  vendorStatus = 401;
  expect(await run()).toMatchObject([{ Verdict: 'problem', Text: 'stripe rejects the keys (401)' }]);
  const nowhere = await operator.operatorSettings.testAdapter({ Family: 'payments', Adapter: 'xsolla' });
  expect(nowhere.Findings).toMatchObject([{ Verdict: 'problem', Text: 'There are no valid settings' }]);
});

test('asks the service of a sign-in method whether it accepts the settings', async () => {
  const egs = { Family: 'identities', Adapter: 'egs' } as const;
  const own = { ClientId: 'xyza', ClientSecret: 'hunter2', RedirectUrl: 'https://play.example/SignInReturn' };
  await operator.operatorSettings.saveAdapter({ ...egs, Values: JSON.stringify(own) });
  const run = async () => (await operator.operatorSettings.testAdapter(egs)).Findings;
  expect(await run()).toEqual([{ Verdict: 'ok', Text: 'egs accepts the settings' }]);
  epicError = 'invalid_client';
  expect(await run()).toMatchObject([{ Verdict: 'problem', Text: 'egs rejects the settings: invalid_client' }]);
  epicError = 'server_error';
  const unclear = await run();
  expect(unclear).toMatchObject([{ Verdict: 'warning' }]);
  expect(JSON.stringify(unclear)).not.toContain('hunter2');
  const isTestable = async (Adapter: string) =>
    (await operator.operatorSettings.adapter({ Family: 'identities', Adapter })).IsTestable;
  expect(await isTestable('egs')).toBe(true);
  expect(await isTestable('vkid')).toBe(false);
});

test("saves the portal's configuration, and refuses what is invalid or out of date", async () => {
  const { Values: config, Version } = await operator.operatorSettings.portal({});
  expect(config).toEqual(defaultPortalConfig);
  const branding = { ...defaultPortalConfig.CompanyBranding, Name: 'Arcade' };
  const saved = await operator.operatorSettings.savePortal({
    Values: JSON.stringify({ ...config, CompanyBranding: branding }),
    ...(Version !== undefined && { Version }),
  });
  const after = await operator.operatorSettings.portal({});
  expect(after).toMatchObject({ Version: saved.Version, Values: { CompanyBranding: { Name: 'Arcade' } } });
  await expect(operator.operatorSettings.savePortal({ Values: JSON.stringify(config) })).rejects.toMatchObject({
    code: 'Conflict',
  });
  const wrongs = [
    { ...config, Extra: 1 },
    { ...config, WebPushPublicKey: 'short' },
  ].map((each) => JSON.stringify(each));
  for (const wrong of [...wrongs, 'no json', '[]'])
    await expect(operator.operatorSettings.savePortal({ Values: wrong, Version: saved.Version })).rejects.toMatchObject(
      { code: 'InvalidRequest' },
    );
  const entry = await server.database.kysely
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('object_id', '=', 'portal')
    .executeTakeFirstOrThrow();
  expect(Object.keys(entry.after ?? {})).toEqual(['CompanyBranding']);
});

const all = Object.entries({ identities, platforms, payments }).flatMap(([family, adapters]) =>
  Object.entries(adapters as Readonly<Record<string, SettingsManifest>>).flatMap(([name, manifest]) =>
    manifest.settings ? [[`${family}/${name}`, manifest] as const] : [],
  ),
);

test.each(all)('%s: every setting with the name of a secret is a secret', (_, manifest) => {
  const secrets = listSecretPaths(manifest);
  const walk = (schema: object, path: string): string[] =>
    Object.entries((schema as { properties?: Record<string, object> }).properties ?? {}).flatMap(([name, inner]) => [
      `${path}/${name}`,
      ...walk(inner, `${path}/${name}`),
    ]);
  const told = Object.keys({ ...manifest.publicOptions?.block.properties, ...manifest.publicData?.properties });
  const unknown = walk(manifest.settings ?? {}, '').filter((path) => !told.includes(path.slice(1)));
  const suspicious = unknown.filter((path) =>
    /(secret|token|private|api|service|secure|publisher|licence|shared|test|webhook|leaderboard|application)\w*(key|keys|secret|secrets|token)$|(secret|secrets|token|password|privatekey|apikey)$/i.test(
      path.split('/').at(-1) ?? '',
    ),
  );
  for (const path of suspicious) expect(secrets, path).toContain(path);
});

test('keeps secrets inside of objects, unless the object is removed', () => {
  const manifest = platforms.crazygames as SettingsManifest;
  const before = { GameId: 'x', Xsolla: { ProjectId: 1, ApiKey: 'hush', WebhookKeys: ['a', 'b'] } };
  const { shown, set } = hideSecrets(manifest, before);
  expect(shown).toEqual({ GameId: 'x', Xsolla: { ProjectId: 1 } });
  expect(set).toEqual(['/Xsolla/ApiKey', '/Xsolla/WebhookKeys']);
  expect(keepSecrets(manifest, shown, { stored: before, clear: [] })).toEqual(before);
  expect(keepSecrets(manifest, shown, { stored: before, clear: ['/Xsolla/ApiKey'] })).toEqual({
    GameId: 'x',
    Xsolla: { ProjectId: 1, WebhookKeys: ['a', 'b'] },
  });
  expect(keepSecrets(manifest, { GameId: 'x' }, { stored: before, clear: [] })).toEqual({ GameId: 'x' });
  const given = { GameId: 'x', Xsolla: { ProjectId: 1, ApiKey: 'new', WebhookKeys: [''] } };
  expect(keepSecrets(manifest, given, { stored: before, clear: [] })).toMatchObject({
    Xsolla: { ApiKey: 'new', WebhookKeys: ['a', 'b'] },
  });
});
