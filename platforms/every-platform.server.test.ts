// Requirements for every platform's server adapter, including new ones.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isCurrency } from '#model/currency.ts';
import { PaymentEvent } from '#model/payment-event.ts';
import type { Webhook, PaymentHost } from '#model/payment-operations.server.ts';
import { startVendor, vendorFetch, type StartedVendor } from '#server/testing/start-vendor.ts';
import type { SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';
import { readPlatformMappings, serverCapabilityNames, type PlatformManifest } from './port.ts';
import type { PlatformHost, ServerAdapter, VerifyLoginResult } from './port.server.ts';
import * as registry from './registry.ts';
import type {
  TestLoginKind,
  PlatformSimulator,
  SimulatedPurchase,
  SimulatorEnvironment,
} from './simulator-port.server.ts';
import { defaultScenario, type SimulatedPlayer } from './scenario.ts';
import { testRequestContext } from './test-request-context.server.ts';
import * as exceptions from './test-exceptions.ts';

const {
  unsupportedTestLogins,
  platformsWithoutOrderQuery,
  platformsWithoutRefundWebhook,
  platformsWithoutLoginSimulator,
  platformsWithoutWebhooks,
} = exceptions;
const { platformsWithoutSecret, platformsWithBundle } = exceptions;

const manifests = new Map<string, PlatformManifest>(Object.entries(registry));
const simulated = [...manifests].filter(([name]) => !(name in platformsWithoutLoginSimulator));

it('every folder is in the registry, and every exception names an existing adapter', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'kit',
  );
  expect(folders.map(({ name }) => name).sort()).toEqual([...manifests.keys()].sort());
  const { platformsWithoutLoginSimulator: ours, ...others } = exceptions;
  const names = simulated.map(([name]) => name);
  for (const name of Object.values(others).flatMap(Object.keys)) expect(names).toContain(name);
  for (const name of Object.keys(ours)) expect([...manifests.keys()]).toContain(name);
});

it('our own bar is shown on our own portal and on two platforms, whose pages have none', () => {
  const withBar = [...manifests].filter(([, { headerUi }]) => headerUi).map(([, { id }]) => id);
  expect(withBar.sort()).toEqual(['FacebookGames', 'FxId', 'Kongregate']);
});

it.each([...manifests])('%s has its own unit only if it handles all payments', (_, manifest) => {
  if (manifest.purchases !== 'platform') expect(manifest.storeCurrency).toBeUndefined();
  expect(manifest.unitWorth !== undefined, 'what a unit is worth').toBe(
    manifest.storeCurrency !== undefined && !isCurrency(manifest.storeCurrency),
  );
});

it.each([...manifests])('%s names its unit with every plural form of a language', (_, manifest) => {
  const { storeCurrency, otherStoreCurrencies = [], unitWorth, unitNames = {} } = manifest;
  if (unitWorth) expect(Object.keys(unitNames)).toEqual([storeCurrency, ...otherStoreCurrencies]);
  for (const name of Object.values(unitNames))
    for (const [locale, forms] of Object.entries(name))
      if (typeof forms !== 'string')
        expect(Object.keys(forms).sort(), locale).toEqual(
          new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted(),
        );
});

it('no two platforms use the same abbreviation for their units', () => {
  const codes = [...manifests.values()].flatMap(({ unitNames = {} }) => Object.keys(unitNames));
  expect(codes.toSorted()).toEqual([...new Set(codes)].sort());
  for (const code of codes) expect(isCurrency(code), code).toBe(false);
});

describe.each([...manifests])('%s', (name, manifest) => {
  it('declares exactly the capabilities in its manifest', async () => {
    const { adapter } = (await import(`./${name}/adapter.server.ts`)) as { adapter: ServerAdapter };
    expect(adapter.verify !== undefined, 'a login block and how it is verified').toBe(manifest.login !== undefined);
    expect(adapter.payments !== undefined, 'money of its own').toBe(
      ['platform', 'per-purchase'].includes(manifest.purchases ?? ''),
    );
    expect(adapter.payments?.paymentHandler !== undefined, 'who takes it, where asked').toBe(
      manifest.purchases === 'per-purchase',
    );
    expect(serverCapabilityNames.filter((group) => adapter[group])).toEqual(manifest.serverCapabilities ?? []);
    expect(Object.keys(adapter.calls).sort()).toEqual(Object.keys(manifest.routes ?? {}).sort());
    expect(existsSync(join(import.meta.dirname, name, 'adapter.browser.ts'))).toBe(true);
    expect(existsSync(join(import.meta.dirname, name, 'README.md'))).toBe(true);
  });

  it('builds a bundle only if the platform opens one, with a page and without secrets', async () => {
    const { adapter } = (await import(`./${name}/adapter.server.ts`)) as { adapter: ServerAdapter };
    expect(adapter.buildBundle !== undefined).toBe(name in platformsWithBundle);
    if (!adapter.buildBundle) return;
    const { simulator } = (await import(`./${name}/simulator.server.ts`)) as { simulator: PlatformSimulator };
    const settings = simulator.settings({
      at: 'https://vendor.example',
      hookUrl: 'https://a.example/',
      now: () => new Date(),
    });
    const playerUrl = `https://play.example/play/gem-miner/iframe/${name}`;
    const title = 'Gems & "Sons" <1>';
    const webhookUrl = `https://play.example/api/v1/hooks/${name}/gem-miner`;
    const about = { game: 'gem-miner', title, orientation: 'portrait', playerUrl, webhookUrl } as const;
    const { files, allowedHosts, steps } = await adapter.buildBundle(about, settings as never);
    expect(files['index.html']).toContain(playerUrl);
    expect(files['index.html']).not.toContain(title);
    expect(Object.values(allowedHosts).flat()).toContain('play.example');
    expect(steps.join('\n')).toContain(webhookUrl);
    const secrets = Object.entries(settings).filter(([key]) => isSecret(key));
    expect(secrets.length).toBeGreaterThan(0);
    for (const [, secret] of secrets)
      for (const each of [secret].flat()) expect(JSON.stringify({ files, steps })).not.toContain(each);
  });

  it('has settings that map our leaderboards and achievements to those of the platform', () => {
    const groups = new Set<string>([...manifest.capabilities, ...(manifest.serverCapabilities ?? [])]);
    const settings = Object.keys(manifest.settings?.properties ?? {});
    expect(settings.includes('Leaderboards')).toBe(groups.has('leaderboards'));
    expect(settings.includes('Achievements')).toBe(groups.has('achievements'));
    const isByPage = (manifest.capabilities as readonly string[]).includes('leaderboards');
    expect(Object.keys(manifest.publicData?.properties ?? {}).includes('Leaderboards')).toBe(isByPage);
  });

  it('publishes only values from its settings', () => {
    const open = Object.keys(manifest.publicData?.properties ?? {});
    expect(Object.keys(manifest.settings?.properties ?? {})).toEqual(expect.arrayContaining(open));
    for (const setting of open) expect(setting).not.toMatch(/secret|token|password/i);
  });
});

const player: SimulatedPlayer = {
  id: '100200300',
  firstName: 'Grace',
  lastName: 'Hopper & "Sons"',
  gender: 'female',
  language: 'en',
  country: 'US',
  isGuest: false,
  friends: [],
};

describe.each(simulated)('%s with its simulator', (name, manifest) => {
  let adapter: ServerAdapter;
  let simulator: PlatformSimulator;
  let vendor: StartedVendor;
  let place: SimulatorEnvironment;
  const log: unknown[] = [];

  beforeAll(async () => {
    ({ adapter } = (await import(`./${name}/adapter.server.ts`)) as { adapter: ServerAdapter });
    ({ simulator } = (await import(`./${name}/simulator.server.ts`)) as { simulator: PlatformSimulator });
    vendor = await startVendor((app, found) => simulator.mount(app, found));
    ({ place } = vendor);
  });
  afterAll(() => vendor.close());

  const hostWith = (settings: object = simulator.settings(place)): PlatformHost<never> => ({
    fetch: vendorFetch,
    now: place.now,
    log: { warn: (data, text) => void log.push([data, text]) },
    game: 'gem-miner',
    portalUrl: 'https://play.example',
    ...testRequestContext,
    settings: settings as never,
  });
  const payHost = (settings?: object): PaymentHost<never> => hostWith(settings);

  const verify = async (kind: TestLoginKind, host = hostWith()): Promise<VerifyLoginResult | undefined> => {
    const login = await simulator.login(kind, player, place);
    expect(login === undefined, `a login that is ${kind}`).toBe(unsupportedTestLogins[name]?.[kind] !== undefined);
    if (login === undefined) return undefined;
    expect(Value.Check(manifest.login?.block ?? {}, login)).toBe(true);
    return adapter.verify?.(login as never, host);
  };

  it('is set up with settings that match the schema', () => {
    expect(Value.Errors(manifest.settings ?? {}, simulator.settings(place))).toEqual([]);
  });

  it('accepts a player signed by the platform, with an identity that the manifest declares', async () => {
    const verdict = await verify('good');
    if (verdict?.outcome !== 'proved') throw new Error(`${name} refuses a good login: ${JSON.stringify(verdict)}`);
    const { type, externalId } = verdict.proof.identity;
    expect(manifest.identityTypes).toContain(type);
    expect(externalId.length).toBeGreaterThan(0);
    expect(verdict.guest).toBe(false);
  });

  it.each(manifest.serverCapabilities ? [name] : [])('takes scores and achievements: %s', async () => {
    const verdict = await verify('good');
    if (verdict?.outcome !== 'proved') throw new Error(`${name} refuses a good login: ${JSON.stringify(verdict)}`);
    const { externalId } = verdict.proof.identity;
    const { leaderboards, achievements } = readPlatformMappings(simulator.settings(place));
    for (const leaderboard of Object.values(leaderboards))
      for (const score of [40, 118])
        expect(
          await adapter.leaderboards?.setScore({ externalId, leaderboard, score, reachedAt: place.now() }, hostWith()),
        ).toEqual({ outcome: 'sent' });
    for (const achievement of Object.values(achievements))
      expect(await adapter.achievements?.unlock({ externalId, achievement }, hostWith())).toEqual({ outcome: 'sent' });
    const { body } = await vendorFetch(`${place.at}/client/results`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ player: player.id }),
    });
    const { results } = JSON.parse(body.toString()) as { results: string[] };
    expect(results).toContainEqual(expect.stringMatching(/: 118$/));
    expect(results).toHaveLength(Object.keys(leaderboards).length + Object.keys(achievements).length);
  });

  it('proves one identity, whatever name or country the platform reports', async () => {
    const proofOf = async (of: SimulatedPlayer) => {
      const login = await simulator.login('good', of, place);
      const verdict = await adapter.verify?.(login as never, hostWith());
      if (verdict?.outcome !== 'proved') throw new Error(`A good login is refused: ${JSON.stringify(verdict)}`);
      return verdict.proof;
    };
    const own = await proofOf(player);
    expect((await proofOf({ ...player, id: '100200301' })).identity).not.toEqual(own.identity);
    for (const firstName of ['100200301', 'somebody@players.example'])
      expect((await proofOf({ ...player, firstName })).identity).toEqual(own.identity);
    expect(['identity', 'name', 'email']).toEqual(expect.arrayContaining(Object.keys(own)));
    expect(own.email?.verified ?? false).toBe(false);
  });

  it.each(['changed', 'foreign', 'other game', 'stale', 'future'] as const)(
    'refuses a login that is %s',
    async (kind) => {
      const verdict = await verify(kind);
      if (verdict === undefined) return;
      expect(verdict).toMatchObject({ outcome: 'refused' });
      expect(JSON.stringify([verdict, log])).not.toContain(JSON.stringify(simulator.settings(place)));
    },
  );

  it.each(name in platformsWithoutSecret ? [] : ['another'])('refuses every login when the secret is %s', async () => {
    expect(await verify('good', hostWith(changeSecrets(simulator.settings(place))))).toMatchObject({
      outcome: 'refused',
    });
  });

  it.each(['', 'nonsense', '%', 'a=1&a=2', '{}', '.', 'hash=00&user=%7B%7D', '\u0000'])(
    'refuses %j without throwing',
    async (text) => {
      const block = manifest.login?.block;
      const fields = Object.keys(block?.properties ?? {}).map((key) => [key, text]);
      const verdict = await adapter.verify?.(Object.fromEntries(fields) as never, hostWith());
      expect(verdict).toMatchObject({ outcome: 'refused' });
    },
  );

  it('accepts no arbitrary text as a proof', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 100 }), async (text) => {
        const fields = Object.keys(manifest.login?.block.properties ?? {}).map((key) => [key, text]);
        const verdict = await adapter.verify?.(Object.fromEntries(fields) as never, hostWith());
        expect(verdict).toMatchObject({ outcome: 'refused' });
      }),
      { numRuns: 100 },
    ));

  it('starts with data that its browser adapter reads, in every scenario', async () => {
    for (const proof of ['fresh', 'expired'] as const)
      for (const device of ['phone', 'desktop'] as const) {
        const launch = await simulator.launch(player, { ...defaultScenario, proof, device }, place);
        const address = new URL('https://play.example/play/gem-miner');
        for (const [key, value] of Object.entries(launch.query ?? {})) address.searchParams.set(key, value);
        address.hash = launch.fragment ?? '';
        expect(address.href.length).toBeLessThan(8192);
      }
  });

  const hasWebhooks =
    ['platform', 'per-purchase'].includes(manifest.purchases ?? '') && !(name in platformsWithoutWebhooks);
  const currency = manifest.storeCurrency ?? 'USD';
  describe.each(hasWebhooks ? [name] : [])('payments on %s', () => {
    const purchase = (): SimulatedPurchase => ({
      orderId: randomUUID(),
      attemptId: randomUUID(),
      sku: 'gems_100',
      amountMinor: 50,
      currency,
      payerId: player.id,
    });
    const read = (webhook: SimulatedWebhook, settings?: object) =>
      adapter.payments?.parseWebhook(webhookOf(webhook), payHost(settings));
    const webhooks = () => {
      if (!simulator.webhooks) throw new Error(`${name} has no webhooks; say why in withoutWebhooks.`);
      return simulator.webhooks;
    };

    it("are queried before they are paid, with a reply in the platform's format", async () => {
      const asked = purchase();
      const webhook = await webhooks().ask?.(asked, place);
      expect(webhook === undefined).toBe(name in platformsWithoutOrderQuery);
      if (!webhook) return;
      const question = await read(webhook);
      if (question?.outcome !== 'order-query') throw new Error(`${name} reads ${JSON.stringify(question)}`);
      expect([question.question.attemptId, question.question.orderId]).toContainEqual(
        question.question.attemptId === undefined ? asked.orderId : asked.attemptId,
      );
      const order = {
        orderId: asked.orderId,
        sku: asked.sku,
        name: 'A hundred gems',
        description: 'Gems',
        amountMinor: 50,
        currency,
      };
      expect(question.answer(order)).not.toEqual(question.answer(undefined));
      expect(question.answer(order).status).toBe(200);
    });

    it('prove a payment, and a repeated webhook is the same event', async () => {
      const bought = purchase();
      const webhook = await webhooks().paid(bought, place);
      const first = await read(webhook);
      const second = await read(webhook);
      if (first?.outcome !== 'events' || second?.outcome !== 'events') throw new Error(`${name} proves nothing.`);
      const [event] = first.events;
      expect(second.events).toEqual(first.events);
      expect(Value.Errors(PaymentEvent, event)).toEqual([]);
      expect(event).toMatchObject({ kind: 'paid', amountMinor: 50, currency });
      expect([event?.attemptId, event?.orderId]).toContainEqual(
        event?.attemptId === undefined ? bought.orderId : bought.attemptId,
      );
      expect(first.answer?.('done')).toEqual(second.answer?.('done'));
    });

    it('report a refund of the same charge', async () => {
      const bought = purchase();
      await webhooks().paid(bought, place);
      const webhook = await webhooks().refunded?.(bought, place);
      expect(webhook === undefined).toBe(name in platformsWithoutRefundWebhook);
      if (!webhook) return;
      const refund = await read(webhook);
      expect(refund).toMatchObject({ outcome: 'events', events: [{ kind: 'refunded', amountMinor: 50 }] });
    });

    it('are refused when unsigned, signed with another secret, or malformed', async () => {
      const webhook = await webhooks().paid(purchase(), place);
      expect(await read(webhook, changeSecrets(simulator.settings(place)))).toMatchObject({ outcome: 'refused' });
      const { query, ...posted } = webhook;
      const withText = (text: string): SimulatedWebhook =>
        query === undefined ? { ...posted, body: text } : { ...webhook, query: text };
      expect(await read({ ...withText(''), headers: {} })).toMatchObject({ outcome: 'refused' });
      for (const text of ['', '{', 'null', '[]', 'a=1&a=2', '\u0000', '{"update_id":"x"}']) {
        const end = await read(withText(text));
        expect(['refused', 'ignored'], `${text} is read as ${end?.outcome}`).toContain(end?.outcome);
      }
    });
  });
});

const isSecret = (key: string): boolean => /secret|token|key/i.test(key);

function changeSecrets(settings: object): object {
  const change = (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => change(key, each));
    if (typeof value === 'object' && value !== null) return changeSecrets(value);
    return typeof value === 'string' && !URL.canParse(value) && isSecret(key) ? otherThan(value) : value;
  };
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, change(key, value)]));
}

const otherThan = (secret: string): string => secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x');

const webhookOf = ({ body, headers, query }: SimulatedWebhook): Webhook => ({
  ...(query !== undefined && { method: 'GET', query: new URLSearchParams(query) }),
  body: Buffer.from(body),
  headers: Object.fromEntries(Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value])),
  remoteAddress: '127.0.0.1',
});
