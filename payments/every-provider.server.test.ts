// Tests for every payment provider, including future ones. The production adapter runs against the provider's simulator
// over a real connection, and against vendors that are down, slow or return invalid data. An adapter must never report
// a rejection when the result is unknown.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentEvent } from '#model/payment-event.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { startVendor, type StartedVendor } from '#server/testing/start-vendor.ts';
import type { ProviderManifest } from './port.ts';
import type {
  AttemptReference,
  Webhook,
  WebhookReply,
  CreatePaymentResult,
  CreatePaymentRequest,
  ProviderHost,
  ServerAdapter,
  DateRange,
} from './port.server.ts';
import { renderProductPage } from '#server/features/orders/product-pages/mount-product-pages.ts';
import * as registry from './registry.ts';
import type {
  PaymentSimulator,
  SimulatorAction,
  SimulatedWebhook,
  PaymentSimulatorEnvironment,
} from './simulator-port.server.ts';

type ActName = SimulatorAction['name'];

const withoutAdapter: Readonly<Record<string, string>> = {};

/** Actions that the provider does not have, with the reason. Its simulator sends no webhooks for them. */
const withoutAct: Readonly<Record<string, Partial<Record<ActName, string>>>> = {
  yookassa: {
    'pay later': 'a payment that is with the bank stays pending, and no webhook tells of it',
    dispute: 'chargebacks have no event and are not in its records',
    'lose dispute': 'chargebacks have no event and are not in its records',
    'win dispute': 'chargebacks have no event and are not in its records',
  },
  facebookpay: {
    'pay later': 'nothing is sent about what is initiated',
    expire: 'a dialog ends silently',
  },
  xsolla: {
    'pay later': 'an invoice is told to nobody until it is paid',
    expire: 'a token ends silently',
    'lose dispute': 'it comes as a refund with code 2',
    'win dispute': 'how it is told is not known',
  },
  aghanim: {
    expire: 'an order ends silently',
    'refund half': 'orders go back whole',
    'win dispute': 'it is told by payment.succeeded, as the payment itself was',
  },
  moneymailru: {
    dispute: 'nobody has described how chargebacks are told',
    'lose dispute': 'nobody has described how chargebacks are told',
    'win dispute': 'nobody has described how chargebacks are told',
  },
  bank131: {
    dispute: 'a chargeback is told when the money is gone',
    'win dispute': 'a chargeback is told when the money is gone',
  },
};

/** Providers that need no request to open a payment, with the reason. */
const opensNothing: Readonly<Record<string, string>> = {
  facebookpay: "the dialog in the buyer's browser makes it, by the address of the product and a name of ours",
};

/**
 * Providers whose webhooks prove nothing, so that the adapter reads the payment instead. A forged webhook does no harm.
 */
const provesByReading: Readonly<Record<string, string>> = {
  yookassa: 'webhooks have no signature, so they only name a payment to look at',
};

/** Providers that create a second object when a request is repeated with the same key. */
const createsAnew: Readonly<Record<string, string>> = {
  xsolla: 'a token is no payment yet; what is paid with any of them carries the id of the attempt',
  aghanim:
    'there are no keys; the core gives out one order and closes the other, and each carries the id of the attempt',
  moneymailru: 'nobody knows whether a start is kept; the page of one whose answer was lost is shown to nobody',
};

/** Providers whose records omit refunds or disputes; only webhooks report them. */
const recordsWithout: Readonly<Record<string, Partial<Record<'refunds' | 'disputes', string>>>> = {
  xsolla: { refunds: 'parts that went back are not in the search', disputes: 'disputes are not in the search' },
};

/**
 * Providers that refund only whole payments and have no idempotency keys. A repeated request returns the existing
 * refund.
 */
const refundsWhole: Readonly<Record<string, string>> = {
  xsolla: 'refunds have no key and parts no name, so that a part could be sent back twice',
  facebookpay: 'refunds have no key and no name, so that a part could be sent back twice',
  aghanim: 'its API knows no parts',
  moneymailru: 'nobody has described a key for refunds, so that a part could be sent back twice',
};

/** Providers without a documented list of payments by period. */
const withoutList: Readonly<Record<string, string>> = {
  facebookpay: 'Graph knows a payment by its id and has no list of them',
  moneymailru: 'the public pages describe single transactions alone',
  bank131: 'a session is found by its own id alone',
};

/** Providers whose signature is a form field instead of a header. */
const signsInForm: ReadonlySet<string> = new Set(['moneymailru']);

/** Providers that return our refund id, so that two refunds of the same amount can be told apart. */
const repeatsRefundId: ReadonlySet<string> = new Set(['stripe', 'yookassa', 'bank131']);

/** The amounts to test, in minor units, for each currency that the provider supports. */
const amounts: readonly (readonly [currency: string, amountMinor: number])[] = [
  ['EUR', 499],
  ['USD', 1],
  ['RUB', 10_050],
  ['JPY', 500],
  ['KWD', 1_990],
  ['HUF', 49_900],
];
/** Amounts that a provider rejects although it supports the currency, with the reason. */
const withoutAmount: Readonly<Record<string, Readonly<Record<string, string>>>> = {};

const manifests = new Map<string, ProviderManifest>(Object.entries(registry));
const tested = [...manifests].filter(([name]) => !(name in withoutAdapter));

it('every folder is in the registry, and every exception names an existing adapter', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...manifests.keys()].sort());
  for (const name of Object.keys(withoutAdapter)) {
    expect(existsSync(join(import.meta.dirname, name, 'adapter.server.ts')), `${name} has an adapter now`).toBe(false);
  }
  const exceptions = [
    withoutAct,
    opensNothing,
    withoutList,
    provesByReading,
    createsAnew,
    recordsWithout,
    refundsWhole,
    withoutAmount,
  ];
  for (const name of [...exceptions.flatMap(Object.keys), ...signsInForm])
    expect(tested.map(([other]) => other)).toContain(name);
});

describe.each(tested)('%s', (name, manifest) => {
  let adapter: ServerAdapter;
  let simulator: PaymentSimulator;
  let vendor: StartedVendor;
  let place: PaymentSimulatorEnvironment;

  beforeAll(async () => {
    const loaded = (await import(`./${name}/adapter.server.ts`)) as { adapter: ServerAdapter };
    const simulated = (await import(`./${name}/simulator.server.ts`)) as { simulator: PaymentSimulator };
    ({ adapter } = loaded);
    ({ simulator } = simulated);
    vendor = await startVendor((app, found) => simulator.mount(app, found));
    place = { ...vendor.place, readPage: async (url) => pages.get(url) ?? '' };
  });
  afterAll(() => vendor.close());

  const hostAt = (at = place, timeoutMs = 10_000, log: unknown[] = []): ProviderHost<never> =>
    hostFor(simulator.settings(at), timeoutMs, log);

  const currency = manifest.currencies?.[0] ?? 'EUR';

  function paymentOf(changes: Partial<CreatePaymentRequest> = {}): CreatePaymentRequest {
    const now = Date.now();
    const attemptId = randomUUID();
    const payment = {
      attemptId,
      ...(manifest.formPage !== undefined && {
        formUrl: `https://portal.example/${manifest.formPage}?PublicId=${attemptId}`,
      }),
      orderId: randomUUID(),
      game: 'gem-miner',
      amountMinor: 500,
      currency,
      product: { sku: 'gems_100', name: 'Сто самоцветов & "more" <b>', description: 'A hundred gems' },
      quantity: 1,
      buyer: { accountId: randomUUID(), name: 'Grace Hopper', email: 'grace@example.com', phone: '79000000000' },
      callerAddress: '203.0.113.7',
      locale: 'en',
      returnUrl: 'https://portal.example/Store/Return/1',
      wantsRedirect: false,
      createdAt: new Date(now),
      expiresAt: new Date(now + 24 * 3600_000),
      ...changes,
    };
    return adapter.productPage ? { ...payment, productUrl: publishPage(payment) } : payment;
  }

  /** The public product pages, as the core renders them. */
  const pages = new Map<string, string>();
  function publishPage({ product, amountMinor, currency: sold }: CreatePaymentRequest): string {
    const url = `https://portal.example/products/${name}/${product.sku}/${sold}-${amountMinor}`;
    const shown = { url, name: product.name, description: product.description, amountMinor, currency: sold };
    if (adapter.productPage) pages.set(url, renderProductPage(shown, adapter.productPage(shown)));
    return url;
  }

  interface Created {
    readonly payment: CreatePaymentRequest;
    readonly creation: Extract<CreatePaymentResult, { outcome: 'created' }>;
    /** Includes the provider's payment id once an event has named it, as the core stores it. */
    known: AttemptReference;
  }

  async function create(changes: Partial<CreatePaymentRequest> = {}): Promise<Created> {
    const payment = paymentOf(changes);
    const creation = await adapter.create(payment, hostAt());
    if (creation.outcome !== 'created') throw new Error(`${name} refuses to create a payment: ${creation.reason}`);
    return { payment, creation, known: knownOf(payment, creation.providerPaymentId) };
  }

  const knownOf = (payment: CreatePaymentRequest, providerPaymentId?: string): AttemptReference => ({
    attemptId: payment.attemptId,
    orderId: payment.orderId,
    ...(providerPaymentId !== undefined && { providerPaymentId }),
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    createdAt: payment.createdAt,
  });

  /** Performs an action and returns its webhooks; undefined if the provider does not have the action. */
  async function act(what: ActName, { payment, creation }: Created): Promise<readonly SimulatedWebhook[] | undefined> {
    const { attemptId } = payment;
    const webhooks = await simulator.act(what, { attemptId, reply: creation.reply }, place);
    if (withoutAct[name]?.[what] !== undefined) {
      expect(webhooks, `${name} knows "${what}" after all`).toEqual([]);
      return undefined;
    }
    expect(
      webhooks.length,
      `the simulator of ${name} sends nothing about "${what}", and no exception says why`,
    ).toBeGreaterThan(0);
    return webhooks;
  }

  /** Returns the events that the core gets from webhooks. If a webhook proves nothing, the payment is read instead. */
  async function learn(webhooks: readonly SimulatedWebhook[], created: Created): Promise<readonly PaymentEvent[]> {
    const { known } = created;
    const events: PaymentEvent[] = [];
    for (const webhook of webhooks) {
      const reading = await adapter.parseWebhook(webhookOf(webhook), hostAt());
      if (reading.outcome === 'refused') throw new Error(`${name} refuses its own webhook: ${reading.reason}`);
      if (reading.outcome === 'events') events.push(...reading.events);
      if (reading.outcome === 'check-payment') events.push(...(await adapter.read(known, hostAt())).events);
    }
    for (const event of events) expect([...Value.Errors(PaymentEvent, event)]).toEqual([]);
    const providerPaymentId =
      known.providerPaymentId ?? events.find((event) => event.providerPaymentId)?.providerPaymentId;
    if (providerPaymentId !== undefined) created.known = { ...known, providerPaymentId };
    return events;
  }

  /**
   * Creates a payment that can be read. If the provider's payment id is known only after payment, the payment is paid
   * first.
   */
  async function createKnown(): Promise<Created> {
    const created = await create();
    if (adapter.needsProviderId && created.creation.providerPaymentId === undefined) await pay(created);
    return created;
  }

  /** Counts repeated events once, as the ledger does by kind and transaction. */
  const moneyIn = (events: readonly PaymentEvent[], kind: PaymentEvent['kind']): PaymentEvent[] => [
    ...new Map(events.filter((event) => event.kind === kind).map((event) => [event.transactionId, event])).values(),
  ];
  const sumOf = (events: readonly PaymentEvent[], kind: PaymentEvent['kind']): number =>
    moneyIn(events, kind).reduce((sum, { amountMinor = 0 }) => sum + amountMinor, 0);

  async function pay(created: Created): Promise<PaymentEvent> {
    const [paid, ...more] = moneyIn(await learn((await act('pay', created)) ?? [], created), 'paid');
    if (!paid) throw new Error(`${name}: nothing proves that it was paid`);
    expect(more).toEqual([]);
    return paid;
  }

  it('has a README', () => {
    expect(existsSync(join(import.meta.dirname, name, 'README.md'))).toBe(true);
  });

  it('is simulated with valid settings', () => {
    if (!manifest.settings) throw new Error(`${name} has no settings: say in this test how it is simulated.`);
    expect([...Value.Errors(manifest.settings, simulator.settings(place))]).toEqual([]);
    expect(typeof adapter.needsEmail(simulator.settings(place) as never)).toBe('boolean');
  });

  it('creates an unpaid payment', async () => {
    const { creation, known } = await create();
    expect([...Value.Errors(manifest.paymentReply?.block ?? {}, creation.reply)]).toEqual([]);
    const { events, isOver } = await adapter.read(known, hostAt());
    expect({ events, isOver }).toEqual({ events: [], isOver: false });
  });

  it('creates one payment for repeated requests of one attempt', async () => {
    const { payment, creation } = await create();
    const again = await adapter.create(payment, hostAt());
    if (createsAnew[name] === undefined) expect(again).toEqual(creation);
    else expect(again).toMatchObject({ outcome: 'created' });
    const another = await create();
    if (creation.providerPaymentId !== undefined)
      expect(another.creation.providerPaymentId).not.toBe(creation.providerPaymentId);
    expect(another.creation.reply).not.toEqual(creation.reply);
  });

  it('creates one payment for ten concurrent requests of one attempt, or throws', async () => {
    const payment = paymentOf();
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => adapter.create(payment, hostAt())));
    const creations = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    expect(creations.length).toBeGreaterThan(0);
    for (const creation of creations) expect(creation).toMatchObject({ outcome: 'created' });
    if (createsAnew[name] === undefined)
      expect(new Set(creations.map((creation) => JSON.stringify(creation))).size).toBe(1);
  });

  it('reports a payment with its amount, our attempt, and that it is test money', async () => {
    const created = await create();
    const paid = await pay(created);
    expect(paid).toMatchObject({ attemptId: created.payment.attemptId, amountMinor: 500, currency, isTest: true });
    expect(paid.transactionId).toMatch(/./);
    if (created.creation.providerPaymentId !== undefined && paid.providerPaymentId !== undefined)
      expect(paid.providerPaymentId).toBe(created.creation.providerPaymentId);
  });

  it('reports the same transaction from a read as from a webhook', async () => {
    const created = await create();
    const paid = await pay(created);
    const { events, isOver } = await adapter.read(created.known, hostAt());
    expect(isOver).toBe(true);
    const [read, ...more] = moneyIn(events, 'paid');
    expect(more).toEqual([]);
    const { transactionId, amountMinor, isTest } = paid;
    expect(read).toMatchObject({ transactionId, amountMinor, currency, isTest, attemptId: created.payment.attemptId });
  });

  it('gives a repeated webhook the same key', async () => {
    const created = await create();
    const webhooks = (await act('pay', created)) ?? [];
    const first = await learn(webhooks, created);
    expect(await learn(webhooks, created)).toEqual(first);
  });

  it.each(amounts.filter(([taken]) => manifest.currencies?.includes(taken) ?? true))(
    'accepts %s: %i minor units survive a round trip',
    async (tried, amountMinor) => {
      const payment = paymentOf({ currency: tried, amountMinor });
      if (withoutAmount[name]?.[tried] !== undefined) {
        expect(await adapter.create(payment, hostAt())).toMatchObject({ outcome: 'refused' });
        return;
      }
      expect(await pay(await create(payment))).toMatchObject({ amountMinor, currency: tried });
    },
  );

  it('distinguishes two attempts of one order', async () => {
    const first = await create();
    const second = await create({ orderId: first.payment.orderId });
    const paid = await pay(second);
    expect(paid.attemptId).toBe(second.payment.attemptId);
    expect(moneyIn((await adapter.read(first.known, hostAt())).events, 'paid')).toEqual([]);
  });

  it('creates a page of the provider, or none, for a buyer outside the portal', async () => {
    const { creation } = await create({ wantsRedirect: true });
    expect([...Value.Errors(manifest.paymentReply?.block ?? {}, creation.reply)]).toEqual([]);
    if (creation.redirectUrl !== undefined) expect(URL.canParse(creation.redirectUrl)).toBe(true);
  });

  it('reports no payment if it was declined or is pending', async () => {
    for (const what of ['decline', 'pay later'] as const) {
      const created = await create();
      const webhooks = await act(what, created);
      if (!webhooks) continue;
      expect(moneyIn(await learn(webhooks, created), 'paid')).toEqual([]);
      expect(moneyIn((await adapter.read(created.known, hostAt())).events, 'paid')).toEqual([]);
    }
  });

  it('reports a delayed payment', async () => {
    const created = await create();
    if (!(await act('pay later', created))) return;
    expect((await adapter.read(created.known, hostAt())).isOver).toBe(false);
    expect(await pay(created)).toMatchObject({ amountMinor: 500, attemptId: created.payment.attemptId });
  });

  it('reports that a payment is closed', async () => {
    const created = await create();
    const webhooks = await act('expire', created);
    if (!webhooks) return;
    const events = await learn(webhooks, created);
    expect(events.map(({ kind }) => kind).filter((kind) => kind !== 'expired' && kind !== 'failed')).toEqual([]);
    expect(await adapter.read(created.known, hostAt())).toMatchObject({ isOver: true });
  });

  it('closes an open payment, repeatedly, and never a paid one (skipped: it can’t close)', async ({ skip }) => {
    if (!adapter.cancel) return skip();
    const unpaid = await create();
    await adapter.cancel(unpaid.known, hostAt());
    await adapter.cancel(unpaid.known, hostAt());
    expect(moneyIn((await adapter.read(unpaid.known, hostAt())).events, 'paid')).toEqual([]);
    const other = await create();
    const { transactionId } = await pay(other);
    await adapter.cancel(other.known, hostAt());
    expect(moneyIn((await adapter.read(other.known, hostAt())).events, 'paid')).toMatchObject([{ transactionId }]);
  });

  describe('refunds', () => {
    const refundOf = (created: Created, paid: PaymentEvent, refundMinor: number, isOverpayment = false) => ({
      ...created.known,
      refundId: randomUUID(),
      transactionId: paid.transactionId ?? '',
      refundMinor,
      isOverpayment,
      buyer: created.payment.buyer,
    });

    it.each([500, 200])('refunds %i of 500, once for one key', async (refundMinor) => {
      const created = await create();
      const refund = refundOf(created, await pay(created), refundMinor);
      const first = await adapter.refund(refund, hostAt());
      expect(adapter.fullRefundsOnly !== undefined).toBe(refundsWhole[name] !== undefined);
      if (refundMinor < 500 && refundsWhole[name] !== undefined) {
        expect(first).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/./) });
        return;
      }
      expect(['done', 'pending']).toContain(first.outcome);
      const again = await adapter.refund(refund, hostAt());
      expect(['done', 'pending']).toContain(again.outcome);
      const events = [first, again].flatMap((end) => (end.outcome === 'done' ? end.events : []));
      if (recordsWithout[name]?.refunds === undefined)
        events.push(...(await adapter.read(created.known, hostAt())).events);
      for (const event of events) expect([...Value.Errors(PaymentEvent, event)]).toEqual([]);
      expect(moneyIn(events, 'refunded')).toHaveLength(1);
      expect(sumOf(events, 'refunded')).toBe(refundMinor);
      expect(moneyIn(events, 'refunded')[0]).toMatchObject({ currency, isTest: true, chargeId: refund.transactionId });
      const { refundId } = refund;
      if (repeatsRefundId.has(name))
        for (const event of moneyIn(events, 'refunded')) expect(event.refundId).toBe(refundId);
    });

    it('refunds no more than was charged', async () => {
      const created = await create();
      const paid = await pay(created);
      const first = await adapter.refund(refundOf(created, paid, 500), hostAt());
      const more = await adapter.refund(refundOf(created, paid, 500), hostAt());
      if (refundsWhole[name] !== undefined) {
        const events = [first, more].flatMap((end) => (end.outcome === 'done' ? end.events : []));
        expect(moneyIn(events, 'refunded')).toMatchObject([{ amountMinor: 500 }]);
        return;
      }
      expect(more).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/./) });
    });

    it('reports each refund that the provider made', async () => {
      const created = await create();
      await pay(created);
      const webhooks = [...((await act('refund half', created)) ?? []), ...((await act('refund half', created)) ?? [])];
      if (webhooks.length === 0) return;
      const events = await learn(webhooks, created);
      expect(moneyIn(events, 'refunded').map(({ amountMinor }) => amountMinor)).toEqual([250, 250]);
      for (const event of moneyIn(events, 'refunded'))
        expect(event).toMatchObject({ attemptId: created.payment.attemptId });
      if (recordsWithout[name]?.refunds !== undefined) return;
      const read = moneyIn((await adapter.read(created.known, hostAt())).events, 'refunded');
      expect(read.map(idOf).sort()).toEqual(moneyIn(events, 'refunded').map(idOf).sort());
    });

    it('reports a full refund that the provider made', async () => {
      const created = await create();
      await pay(created);
      const webhooks = await act('refund', created);
      if (webhooks) expect(sumOf(await learn(webhooks, created), 'refunded')).toBe(500);
    });
  });

  it('has a list, or a reason for having none', () => {
    expect(adapter.list === undefined).toBe(withoutList[name] !== undefined);
  });

  describe('its list', () => {
    const spanOf = (sinceMs: number, untilMs: number) => ({
      from: new Date(Date.now() - sinceMs),
      to: new Date(Date.now() + untilMs),
    });
    const listOf = async (span: DateRange): Promise<readonly PaymentEvent[]> => {
      if (!adapter.list) throw new Error(`${name} has no list.`);
      const events = await adapter.list(span, hostAt());
      for (const event of events) expect([...Value.Errors(PaymentEvent, event)]).toEqual([]);
      return events;
    };

    /** Performs an action in the past, as far as the simulator records times. */
    const actBefore = (what: ActName, { payment: { attemptId } }: Created, beforeMs: number) =>
      simulator.act(what, { attemptId }, { ...place, now: () => new Date(Date.now() - beforeMs) });

    it.skipIf(name in withoutList)(
      'contains all payments of a span and nothing else, over any number of pages (skipped: it has no list)',
      async () => {
        const paidEvents = new Map<string, PaymentEvent>();
        for (let count = 0; count < 105; count += 1) {
          const created = await create();
          await actBefore('pay', created, count * 60_000);
          const [paid] = moneyIn((await adapter.read(created.known, hostAt())).events, 'paid');
          if (paid) paidEvents.set(created.payment.attemptId, paid);
        }
        await create();
        const events = await listOf(spanOf(3 * 3600_000, 60_000));
        const listed = new Map(moneyIn(events, 'paid').map((event) => [event.attemptId, event]));
        for (const [attemptId, { transactionId, amountMinor, isTest }] of paidEvents)
          expect(listed.get(attemptId)).toMatchObject({ transactionId, amountMinor, currency, isTest });
        expect(paidEvents.size).toBe(105);
        expect(await listOf(spanOf(48 * 3600_000, -24 * 3600_000))).toEqual([]);
      },
    );

    it.skipIf(name in withoutList)('contains refunds like its records (skipped: it has no list)', async () => {
      const created = await create();
      await actBefore('pay', created, 5 * 3600_000);
      await actBefore('refund', created, 4 * 3600_000);
      const read = moneyIn((await adapter.read(created.known, hostAt())).events, 'refunded');
      expect(read).toHaveLength(1);
      const listed = (await listOf(spanOf(6 * 3600_000, 60_000))).filter(
        ({ attemptId }) => attemptId === created.payment.attemptId,
      );
      expect(moneyIn(listed, 'paid')).toHaveLength(1);
      expect(moneyIn(listed, 'refunded').map(({ transactionId, amountMinor }) => [transactionId, amountMinor])).toEqual(
        read.map(({ transactionId, amountMinor }) => [transactionId, amountMinor]),
      );
    });
  });

  it.each(['lose dispute', 'win dispute'] as const)('reports a dispute and its result: %s', async (end) => {
    const created = await create();
    await pay(created);
    const begun = await act('dispute', created);
    const ended = await act(end, created);
    if (!begun || !ended) return;
    const events = await learn(begun, created);
    expect(sumOf(events, 'disputed')).toBe(500);
    const kind = end === 'lose dispute' ? 'dispute-lost' : 'dispute-won';
    const last = await learn(ended, created);
    expect(moneyIn(last, kind)).toMatchObject([{ amountMinor: 500, currency, attemptId: created.payment.attemptId }]);
    expect(moneyIn(last, kind === 'dispute-lost' ? 'dispute-won' : 'dispute-lost')).toEqual([]);
    if (recordsWithout[name]?.disputes !== undefined) return;
    const read = (await adapter.read(created.known, hostAt())).events;
    expect(moneyIn(read, kind).map(idOf)).toEqual(moneyIn(last, kind).map(idOf));
  });

  describe('a webhook', () => {
    async function provesNothing(webhook: SimulatedWebhook, host = hostAt()): Promise<void> {
      const reading = await adapter.parseWebhook(webhookOf(webhook), host);
      if (name in provesByReading) expect(reading.outcome).not.toBe('events');
      else expect(reading).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/./) });
    }

    it('with a changed byte is refused', async () => {
      const created = await create();
      for (const { body, headers } of (await act('pay', created)) ?? []) {
        for (const at of [1, Math.floor(body.length / 2), body.length - 2]) {
          const changed = body.slice(0, at) + (body[at] === '0' ? '1' : '0') + body.slice(at + 1);
          await provesNothing({ body: changed, headers });
        }
        await provesNothing({ body: `${body} `, headers });
      }
    });

    it('signed for another account is refused', async () => {
      const created = await create();
      const settings = changedSecrets(simulator.settings(place)) as object;
      for (const webhook of (await act('pay', created)) ?? [])
        await provesNothing(webhook, hostFor(settings, 10_000, []));
    });

    it('with the signature of another webhook is refused', async () => {
      const [first] = (await act('pay', await create())) ?? [];
      const [second] = (await act('pay', await create())) ?? [];
      if (!first || !second) throw new Error(`${name} sends nothing about a payment`);
      const { body, headers } = signsInForm.has(name)
        ? { ...first, body: withSignature(first.body, readSignature(second.body)) }
        : { body: first.body, headers: second.headers };
      await provesNothing({ body, headers });
    });

    it('without a signature is refused', async () => {
      const [webhook] = (await act('pay', await create())) ?? [];
      const body = webhook?.body ?? '';
      await provesNothing({ body: signsInForm.has(name) ? withSignature(body, null) : body, headers: {} });
    });

    const nonsense: [what: string, body: string][] = [
      ...['', 'null', '{}', '[]', '"x"', '{"object":null}', '\u0000', '{', '💥'].map((body): [string, string] => [
        JSON.stringify(body),
        body,
      ]),
      ['a list in a list, five thousand times', '['.repeat(5000) + ']'.repeat(5000)],
    ];
    it.each(nonsense)('with the content %s proves nothing and does not throw', async (_, body) => {
      const [webhook] = (await act('pay', await create())) ?? [];
      for (const headers of [webhook?.headers ?? {}, {}]) {
        const reading = await adapter.parseWebhook(webhookOf({ body, headers }), hostAt());
        expect(['refused', 'ignored']).toContain(reading.outcome);
      }
    });

    it("is answered with the provider's statuses", () => {
      expect(adapter.buildWebhookReply('done').status).toBeLessThan(300);
      expect(adapter.buildWebhookReply('done').status).toBeGreaterThanOrEqual(200);
      for (const end of ['refused', 'mismatch', 'unknown-order', 'known-player', 'unknown-player'] as const) {
        const { status } = adapter.buildWebhookReply(end);
        expect(status, end).toBeGreaterThanOrEqual(200);
        expect(status, end).toBeLessThan(500);
      }
      expect(adapter.buildWebhookReply('retry')).not.toEqual(adapter.buildWebhookReply('done'));
    });

    async function answerDone(body: string, headers: Readonly<Record<string, unknown>>): Promise<WebhookReply> {
      const own = Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, String(value)]));
      const reading = await adapter.parseWebhook(webhookOf({ body, headers: own }), hostAt());
      return reading.outcome !== 'order-query' && reading.answer
        ? reading.answer('done')
        : adapter.buildWebhookReply('done');
    }

    it('is resent until it is accepted, a limited number of times', async () => {
      const webhooks = (await act('pay', await create())) ?? [];
      const taken: string[] = [];
      let isDown = true;
      const receiver = await started((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const body = Buffer.concat(chunks).toString('utf8');
          taken.push(body);
          const answer = isDown ? Promise.resolve({ status: 500 }) : answerDone(body, request.headers);
          isDown = false;
          answer.then(
            (said) => response.writeHead(said.status).end('body' in said ? JSON.stringify(said.body) : ''),
            (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
          );
        });
      });
      const { port } = receiver.address() as AddressInfo;
      const hookUrl = `http://127.0.0.1:${port}/hooks`;
      await simulator.send(webhooks, { ...place, hookUrl });
      const bodies = webhooks.map(({ body }) => body);
      expect(taken).toEqual([bodies[0], ...bodies]);
      await closed(receiver);
      // No server is listening; sending still finishes.
      await simulator.send(webhooks.slice(0, 1), { ...place, hookUrl });
    });
  });

  describe.each(Object.keys(troubles))('while the vendor %s', (trouble) => {
    const log: unknown[] = [];
    const troubled = () => hostAt({ ...place, at: troubleAt(trouble, name) }, 400, log);

    /** Expects an error, because the result is unknown. The error must contain no secret. */
    async function isUnknown(asked: () => Promise<unknown>): Promise<void> {
      const [end] = await Promise.allSettled([asked()]);
      if (end?.status !== 'rejected') throw new Error(`It answers ${inspect(end?.value)} and does not know.`);
      expect(end.reason).toBeInstanceOf(Error);
      const { creation } = await create();
      const printed = inspect([end.reason, log], { depth: 12 });
      const secrets = textsIn(simulator.settings(place)).filter(
        (text) => !JSON.stringify(creation.reply).includes(text),
      );
      for (const secret of secrets) expect(printed).not.toContain(secret);
      expect(printed).not.toMatch(/(Basic|Bearer) [\w+/=-]{8,}/);
    }

    it('throws when it creates a payment', async () => {
      const opening = () => adapter.create(paymentOf(), troubled());
      if (opensNothing[name] === undefined) await isUnknown(opening);
      else expect(await opening()).toMatchObject({ outcome: 'created' });
    });

    it('throws when it reads a payment', async () => {
      const { known } = await createKnown();
      await isUnknown(() => adapter.read(known, troubled()));
    });

    it('throws when it lists payments', async () => {
      expect(adapter.list === undefined).toBe(withoutList[name] !== undefined);
      const { list } = adapter;
      if (list) await isUnknown(() => list({ from: new Date(Date.now() - 60_000), to: new Date() }, troubled()));
    });

    it('throws when it refunds', async () => {
      const { known } = await create();
      await isUnknown(() =>
        adapter.refund(
          {
            ...known,
            refundId: randomUUID(),
            transactionId: 'transaction',
            refundMinor: 500,
            isOverpayment: false,
            buyer: { email: 'grace@example.com' },
          },
          troubled(),
        ),
      );
    });

    it('does not lose a webhook', async () => {
      const created = await create();
      await pay(created);
      for (const webhook of (await act('refund', created)) ?? []) {
        const [end] = await Promise.allSettled([adapter.parseWebhook(webhookOf(webhook), troubled())]);
        const [well] = await Promise.allSettled([adapter.parseWebhook(webhookOf(webhook), hostAt())]);
        // Either the webhook is parsed as usual, or parsing throws and the provider resends it. The comparison ignores
        // the reply function.
        const told = (read: typeof end) => JSON.stringify(read?.status === 'fulfilled' ? read.value : undefined);
        if (end?.status === 'fulfilled') expect(told(end)).toEqual(told(well));
      }
    });
  });
});

const idOf = ({ transactionId = '' }: PaymentEvent): string => transactionId;

const webhookOf = ({ body, headers }: SimulatedWebhook): Webhook => ({
  body: Buffer.from(body),
  headers: Object.fromEntries(Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value])),
  remoteAddress: '127.0.0.1',
});

const readSignature = (form: string): string | null => new URLSearchParams(form).get('signature');

function withSignature(form: string, signature: string | null): string {
  const fields = new URLSearchParams(form);
  if (signature === null) fields.delete('signature');
  else fields.set('signature', signature);
  return fields.toString();
}

function textsIn(settings: unknown): string[] {
  if (typeof settings === 'string') return settings.length < 8 || URL.canParse(settings) ? [] : [settings];
  return typeof settings === 'object' && settings !== null ? Object.values(settings).flatMap(textsIn) : [];
}

/** Settings of another shop: changes every number and every text that is not a URL. */
function changedSecrets(settings: unknown): unknown {
  if (typeof settings === 'string')
    return URL.canParse(settings) ? settings : settings.slice(0, -1) + (settings.endsWith('x') ? 'y' : 'x');
  if (typeof settings === 'number') return settings + 1;
  if (Array.isArray(settings)) return settings.map(changedSecrets);
  if (typeof settings !== 'object' || settings === null) return settings;
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, changedSecrets(value)]));
}

/** The production host, optionally with a shorter timeout. Everything an adapter waits for must time out by itself. */
function hostFor(settings: object, timeoutMs: number, log: unknown[]): ProviderHost<never> {
  return {
    fetch: (address, options) =>
      safeFetch(address, {
        ...options,
        timeoutMs: Math.min(options?.timeoutMs ?? timeoutMs, timeoutMs),
        allowLoopback: true,
      }),
    now: () => new Date(),
    log: { warn: (data, text) => void log.push([data, text]) },
    // The compiler does not know this provider's settings type; a test above validates them against the schema.
    settings: settings as never,
  };
}

function started(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

const json = { 'content-type': 'application/json' };
const troubles: Readonly<Record<string, RequestListener | undefined>> = {
  'is down': undefined,
  'never answers': () => {},
  'answers with a page': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>'),
  'answers 500': (_, response) => response.writeHead(500, json).end('{}'),
  'answers 503 with a page': (_, response) => response.writeHead(503).end('<h1>Sorry</h1>'),
  'answers 429': (_, response) => response.writeHead(429, { ...json, 'retry-after': '1' }).end('{}'),
  'answers 400 with a page': (_, response) => response.writeHead(400).end('<h1>Bad request</h1>'),
  'answers 403 with a page': (_, response) => response.writeHead(403).end('<h1>Forbidden</h1>'),
  'answers 404 with a page': (_, response) => response.writeHead(404).end('<h1>Not found</h1>'),
  'answers with nothing': (_, response) => response.writeHead(200, json).end(),
  'answers with null': (_, response) => response.writeHead(200, json).end('null'),
  'answers with an empty object': (_, response) => response.writeHead(200, json).end('{}'),
  'answers with a list': (_, response) => response.writeHead(200, json).end('[[]]'),
  'sends elsewhere': (_, response) => response.writeHead(302, { location: 'https://example.org' }).end(),
  'stops in the middle': (_, response) => {
    response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"', () => response.destroy());
  },
  'answers without an end': (_, response) => {
    response.writeHead(200, json);
    const timer = setInterval(() => response.write('x'.repeat(64 * 1024)), 1);
    response.on('close', () => clearInterval(timer));
  },
};

const servers: Server[] = [];
const ports = new Map<string, number>();

beforeAll(async () => {
  for (const [trouble, listener] of Object.entries(troubles)) {
    if (!listener) {
      ports.set(trouble, (await findFreePorts())[0]);
      continue;
    }
    const server = await started(listener);
    servers.push(server);
    ports.set(trouble, (server.address() as AddressInfo).port);
  }
});

afterAll(() => Promise.all(servers.map(closed)));

const troubleAt = (trouble: string, name: string) => `http://127.0.0.1:${ports.get(trouble)}/lab/vendor/${name}`;
