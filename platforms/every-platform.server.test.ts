// What holds for the server half of every platform, the next one included: it accepts what its platform signs, and refuses the
// same with one byte changed, by another secret, for another game, too old or from tomorrow; the same notice twice is one fact.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentFact } from '#model/payment-fact.ts';
import type { Webhook, PaymentHost } from '#model/payment-verbs.server.ts';
import { startVendor, vendorFetch, type StartedVendor } from '#server/testing/start-vendor.ts';
import type { PlatformManifest } from './port.ts';
import type { PlatformHost, ServerHalf, Verdict } from './port.server.ts';
import * as registry from './registry.ts';
import type {
  LoginKind,
  PlatformSimulator,
  SimulatedWebhook,
  SimulatedPurchase,
  SimulatorPlace,
} from './simulator-port.server.ts';
import { usualSituation, type SimulatedPlayer } from './situation.ts';
import { withoutHalf, withoutSimulator } from './exceptions.ts';

/** Logins that a platform has no word for. */
const withoutLogin: Readonly<Record<string, Partial<Record<LoginKind, string>>>> = {};

/** Whose money is proved by what the buyer's browser brings to a call of its own, and not by notices. */
const withoutNotices: Readonly<Record<string, string>> = {
  yandexgames: 'it sends none: purchases are signed and brought by the browser',
};

/** Who does not ask before a payment. */
const withoutQuestion: Readonly<Record<string, string>> = {};

const manifests = new Map<string, PlatformManifest>(Object.entries(registry));
const withHalf = [...manifests].filter(([name]) => !(name in withoutHalf));
const simulated = withHalf.filter(([name]) => !(name in withoutSimulator));

it('every folder is in the registry, and every exception is one of something', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...manifests.keys()].sort());
  for (const name of Object.keys(withoutHalf))
    expect(existsSync(join(import.meta.dirname, name, 'adapter.server.ts')), `${name} has a half now`).toBe(false);
  const names = simulated.map(([name]) => name);
  for (const name of [withoutLogin, withoutNotices, withoutQuestion].flatMap(Object.keys))
    expect(names).toContain(name);
});

it('our own bar is shown on our own portal and on two platforms, whose pages have none', () => {
  const withBar = [...manifests].filter(([, { headerUi }]) => headerUi).map(([, { id }]) => id);
  expect(withBar.sort()).toEqual(['FacebookGames', 'FxId', 'Kongregate']);
});

describe.each(withHalf)('%s', (name, manifest) => {
  it('declares what its manifest claims, and nothing besides', async () => {
    const { half } = (await import(`./${name}/adapter.server.ts`)) as { half: ServerHalf };
    expect(half.verify !== undefined, 'a login block and how it is verified').toBe(manifest.login !== undefined);
    expect(half.payments !== undefined, 'money of its own').toBe(manifest.purchases === 'platform');
    expect(Object.keys(half.calls).sort()).toEqual(Object.keys(manifest.routes ?? {}).sort());
    expect(existsSync(join(import.meta.dirname, name, 'adapter.browser.ts'))).toBe(true);
    expect(existsSync(join(import.meta.dirname, name, 'README.md'))).toBe(true);
  });

  it('has public only what is among its settings', () => {
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
  let half: ServerHalf;
  let simulator: PlatformSimulator;
  let vendor: StartedVendor;
  let place: SimulatorPlace;
  const log: unknown[] = [];

  beforeAll(async () => {
    ({ half } = (await import(`./${name}/adapter.server.ts`)) as { half: ServerHalf });
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
    // Their schema is checked below; the half is typed by its own.
    settings: settings as never,
  });
  const payHost = (settings?: object): PaymentHost<never> => hostWith(settings);

  const verify = async (kind: LoginKind, host = hostWith()): Promise<Verdict | undefined> => {
    const login = await simulator.login(kind, player, place);
    expect(login === undefined, `a login that is ${kind}`).toBe(withoutLogin[name]?.[kind] !== undefined);
    if (login === undefined) return undefined;
    expect(Value.Check(manifest.login?.block ?? {}, login)).toBe(true);
    return half.verify?.(login as never, host);
  };

  it('is set up by settings that fit the schema', () => {
    expect(Value.Errors(manifest.settings ?? {}, simulator.settings(place))).toEqual([]);
  });

  it('accepts whom the platform has signed, with an identity that the manifest declares', async () => {
    const verdict = await verify('good');
    if (verdict?.outcome !== 'proved') throw new Error(`${name} refuses a good login: ${JSON.stringify(verdict)}`);
    const { type, externalId } = verdict.proof.identity;
    expect(manifest.identityTypes).toContain(type);
    expect(externalId.length).toBeGreaterThan(0);
    expect(verdict.guest).toBe(false);
  });

  it('proves one identity, whatever name or country the platform tells besides', async () => {
    const proofOf = async (of: SimulatedPlayer) => {
      const login = await simulator.login('good', of, place);
      const verdict = await half.verify?.(login as never, hostWith());
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

  it('refuses everybody when the secret is another one', async () => {
    const settings = Object.entries(simulator.settings(place)).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'string' && !URL.canParse(value) && isSecret(key) ? otherThan(value) : value,
    ]);
    expect(await verify('good', hostWith(Object.fromEntries(settings) as object))).toMatchObject({
      outcome: 'refused',
    });
  });

  it.each(['', 'nonsense', '%', 'a=1&a=2', '{}', '.', 'hash=00&user=%7B%7D', '\u0000'])(
    'refuses %j without a fault',
    async (text) => {
      const block = manifest.login?.block;
      const fields = Object.keys(block?.properties ?? {}).map((key) => [key, text]);
      const verdict = await half.verify?.(Object.fromEntries(fields) as never, hostWith());
      expect(verdict).toMatchObject({ outcome: 'refused' });
    },
  );

  it('starts with what its browser half reads, in every situation', async () => {
    for (const proof of ['fresh', 'expired'] as const)
      for (const device of ['phone', 'desktop'] as const) {
        const launch = await simulator.launch(player, { ...usualSituation, proof, device }, place);
        const address = new URL('https://play.example/play/gem-miner');
        for (const [key, value] of Object.entries(launch.query ?? {})) address.searchParams.set(key, value);
        address.hash = launch.fragment ?? '';
        expect(address.href.length).toBeLessThan(8192);
      }
  });

  const isTold = manifest.purchases === 'platform' && !(name in withoutNotices);
  describe.each(isTold ? [name] : [])('the money of %s', () => {
    const purchase = (): SimulatedPurchase => ({
      orderId: randomUUID(),
      attemptId: randomUUID(),
      sku: 'gems_100',
      amountMinor: 50,
      payerId: player.id,
    });
    const heard = (notice: SimulatedWebhook, settings?: object) =>
      half.payments?.readWebhook(noticeOf(notice), payHost(settings));
    const notices = () => {
      if (!simulator.notices) throw new Error(`${name} has no notices; say why in withoutNotices.`);
      return simulator.notices;
    };

    it('asks for the order before it is paid, and is answered in words of its own', async () => {
      const asked = purchase();
      const notice = await notices().ask?.(asked, place);
      expect(notice === undefined).toBe(name in withoutQuestion);
      if (!notice) return;
      const question = await heard(notice);
      if (question?.outcome !== 'asks for order') throw new Error(`${name} hears ${JSON.stringify(question)}`);
      expect([question.question.attemptId, question.question.orderId]).toContainEqual(
        question.question.attemptId === undefined ? asked.orderId : asked.attemptId,
      );
      const order = {
        orderId: asked.orderId,
        sku: asked.sku,
        name: 'A hundred gems',
        description: 'Gems',
        amountMinor: 50,
        currency: manifest.storeCurrency ?? '',
      };
      expect(question.answer(order)).not.toEqual(question.answer(undefined));
      expect(question.answer(order).status).toBe(200);
    });

    it('proves a payment, and twice the same is one fact', async () => {
      const bought = purchase();
      const notice = await notices().paid(bought, place);
      const first = await heard(notice);
      const second = await heard(notice);
      if (first?.outcome !== 'facts' || second?.outcome !== 'facts') throw new Error(`${name} proves nothing.`);
      const [fact] = first.facts;
      expect(second.facts).toEqual(first.facts);
      expect(Value.Errors(PaymentFact, fact)).toEqual([]);
      expect(fact).toMatchObject({ kind: 'paid', amountMinor: 50, currency: manifest.storeCurrency });
      expect([fact?.attemptId, fact?.orderId]).toContainEqual(
        fact?.attemptId === undefined ? bought.orderId : bought.attemptId,
      );
      expect(first.answer?.('done')).toEqual(second.answer?.('done'));
    });

    it('tells a refund of the same charge', async () => {
      const bought = purchase();
      await notices().paid(bought, place);
      const told = await heard(await notices().refunded(bought, place));
      expect(told).toMatchObject({ outcome: 'facts', facts: [{ kind: 'refunded', amountMinor: 50 }] });
    });

    it('is not believed when it is unsigned, signed with another secret, or nonsense', async () => {
      const notice = await notices().paid(purchase(), place);
      const other = Object.fromEntries(
        Object.entries(simulator.settings(place)).map(([key, value]: [string, unknown]) => [
          key,
          typeof value === 'string' && isSecret(key) ? otherThan(value) : value,
        ]),
      ) as object;
      expect(await heard(notice, other)).toMatchObject({ outcome: 'refused' });
      expect(await heard({ ...notice, headers: {}, body: '' })).toMatchObject({ outcome: 'refused' });
      for (const body of ['', '{', 'null', '[]', 'a=1&a=2', '\u0000', '{"update_id":"x"}']) {
        const end = await heard({ ...notice, body });
        expect(['refused', 'ignored'], `${body} is heard as ${end?.outcome}`).toContain(end?.outcome);
      }
    });
  });
});

const isSecret = (key: string): boolean => /secret|token|key/i.test(key);
const otherThan = (secret: string): string => secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x');

const noticeOf = ({ body, headers }: SimulatedWebhook): Webhook => ({
  body: Buffer.from(body),
  headers: Object.fromEntries(Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value])),
  remoteAddress: '127.0.0.1',
});
