// Test payment providers: real adapters with records in memory, which can fail, hang, respond late, or be paid before
// they have responded. They replace two registered providers, so that the contract knows their fields.
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import type { PaymentEvent } from '#model/payment-event.ts';
import { object, text } from '#model/schema.ts';
import type { ProviderManifest } from '#payments/port.ts';
import type {
  ChargeConfirmationRequest,
  CreatePaymentRequest,
  ProviderAttemptRecord,
  RefundResult,
  RefundRequest,
  WebhookResult,
} from '#payments/port.server.ts';
import * as registry from '#payments/registry.ts';
import type { LoadedPaymentAdapter, LoadedProvider } from '#server/features/orders/providers/load-providers.ts';
import type { FixedAdapterSettings } from '#server/features/settings/adapter-settings.ts';

export interface TestProvider {
  readonly loaded: Extract<LoadedProvider, { family: 'payments' }>;
  readonly settings: FixedAdapterSettings;
  readonly records: Map<string, TestPayment>;
  readonly calls: { open: number; read: number; cancel: number; confirm: number; refund: number; list: number };
  /** Faults that replace the responses from now on. */
  trouble: {
    open?: () => Promise<void>;
    read?: () => Promise<void>;
    refund?: (asked: RefundRequest) => Promise<RefundResult | undefined>;
    list?: () => Promise<void>;
  };
  refuses: boolean;
  /** Its list omits the paid amounts. */
  hidesAmounts: boolean;
  readonly pay: (attemptId: string) => PaymentEvent;
  readonly add: (attemptId: string, kind: PaymentEvent['kind'], more?: Partial<PaymentEvent>) => PaymentEvent;
  webhook(events: readonly PaymentEvent[], secret?: string): { payload: string; headers: Record<string, string> };
}

export interface TestPayment {
  readonly payment: CreatePaymentRequest;
  readonly providerPaymentId: string;
  readonly events: PaymentEvent[];
  isOver: boolean;
  /** The buyer has approved; it is paid once confirmed. */
  toConfirm?: NonNullable<ProviderAttemptRecord['toConfirm']>;
}

export const testSecret = 'the secret of the portal';

export function createTestProvider(
  place: 0 | 1 = 0,
  { needsEmail = false, acceptsPhone = false, currencies, needsProviderId, fullRefundsOnly }: TestProviderOptions = {},
): TestProvider {
  const [folder, own] = blocks()[place] ?? never();
  const records = new Map<string, TestPayment>();
  const calls = { open: 0, read: 0, cancel: 0, confirm: 0, refund: 0, list: 0 };
  const bookOf = (attemptId: string): TestPayment => {
    const book = records.get(attemptId);
    if (!book) throw new Error(`There is no payment for ${attemptId}.`);
    return book;
  };
  const { currencies: _, ...rest } = own;
  const manifest: ProviderManifest = {
    ...rest,
    ...(currencies && { currencies }),
    settings: object({ Secret: text(100), NeedsEmail: Type.Boolean() }),
  };
  const provider: TestProvider = {
    loaded: {
      family: 'payments',
      folder,
      manifest,
      adapter: {
        ...buildAdapter(manifest, () => provider),
        acceptsPhone: () => acceptsPhone,
        ...(needsProviderId && { needsProviderId }),
        ...(fullRefundsOnly && { fullRefundsOnly }),
      },
      calls: {},
    },
    settings: { payments: { [folder]: { Secret: testSecret, NeedsEmail: needsEmail } } },
    records,
    calls,
    trouble: {},
    refuses: false,
    hidesAmounts: false,
    pay: (attemptId) => provider.add(attemptId, 'paid'),
    add: (attemptId, kind, more) => {
      const { payment, providerPaymentId, events } = bookOf(attemptId);
      const transactionId = randomUUID();
      const event: PaymentEvent = {
        kind,
        dedupKey: `${kind} ${transactionId}`,
        attemptId,
        providerPaymentId,
        transactionId,
        amountMinor: payment.amountMinor,
        currency: payment.currency,
        isTest: true,
        ...more,
      };
      events.push(event);
      return event;
    },
    webhook: (events, secret = testSecret) => ({ payload: JSON.stringify(events), headers: { 'x-secret': secret } }),
  };
  return provider;
}

export interface TestProviderOptions {
  readonly needsEmail?: boolean;
  readonly acceptsPhone?: boolean;
  readonly currencies?: readonly string[];
  readonly needsProviderId?: true;
  readonly fullRefundsOnly?: { readonly remedy: string };
}

function buildAdapter(manifest: ProviderManifest, self: () => TestProvider): LoadedPaymentAdapter {
  // The port's type does not know this manifest's settings.
  const secretOf = (host: { settings: unknown }): string => (host.settings as { Secret: string }).Secret;
  return {
    needsEmail: (settings: unknown) => (settings as { NeedsEmail: boolean }).NeedsEmail,
    create: async (payment) => {
      const { records, calls, trouble, refuses } = self();
      calls.open += 1;
      if (refuses) return { outcome: 'refused', reason: 'it was told to' };
      const known = records.get(payment.attemptId);
      const book: TestPayment = known ?? {
        payment,
        providerPaymentId: `pay_${randomUUID()}`,
        events: [],
        isOver: false,
      };
      records.set(payment.attemptId, book);
      if (known && JSON.stringify(known.payment) !== JSON.stringify(payment))
        throw new Error('The same key with another request.');
      await trouble.open?.();
      return {
        outcome: 'created',
        providerPaymentId: book.providerPaymentId,
        reply: replyFor(manifest, payment),
        redirectUrl: `https://pay.example/${payment.attemptId}`,
        expiresAt: payment.expiresAt,
      };
    },
    read: async ({ attemptId, providerPaymentId }) => {
      const { records, calls, trouble, loaded } = self();
      calls.read += 1;
      await trouble.read?.();
      if (loaded.adapter.needsProviderId && providerPaymentId === undefined) throw new Error('It has no name.');
      const book = records.get(attemptId);
      const { events = [], isOver = true, toConfirm } = book ?? {};
      return { events, isOver, ...(toConfirm && events.length === 0 && { toConfirm }) };
    },
    cancel: async ({ attemptId }) => {
      const { records, calls } = self();
      calls.cancel += 1;
      const book = records.get(attemptId);
      if (book && book.events.length === 0) book.isOver = true;
    },
    confirm: async ({ attemptId }) => {
      const { records, calls } = self();
      calls.confirm += 1;
      const book = records.get(attemptId);
      return book?.toConfirm ? [self().pay(attemptId)] : [];
    },
    list: async ({ from, to }) => {
      const { records, calls, trouble } = self();
      calls.list += 1;
      await trouble.list?.();
      return [...records.values()]
        .filter(({ payment: { createdAt } }) => createdAt >= from && createdAt <= to)
        .flatMap(({ events }) => (self().hidesAmounts ? events.map(hideAmount) : events));
    },
    refund: async (asked) => {
      const { attemptId, refundId, refundMinor, isOverpayment, transactionId: chargeId } = asked;
      const { calls, trouble, records, add } = self();
      calls.refund += 1;
      const instead = await trouble.refund?.(asked);
      if (instead) return instead;
      const events = records.get(attemptId)?.events ?? [];
      const known = events.find(({ transactionId }) => transactionId === refundId);
      // Refunds are limited to the paid amount.
      const sumOf = (...kinds: PaymentEvent['kind'][]): number =>
        events.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amountMinor = 0 }) => sum + amountMinor, 0);
      if (!known && refundMinor > sumOf('paid') - sumOf('refunded', 'dispute-lost'))
        return { outcome: 'refused', reason: 'there is not so much left' };
      const told = { transactionId: refundId, chargeId, refundId, amountMinor: refundMinor, isOverpayment };
      return { outcome: 'done', events: [known ?? add(attemptId, 'refunded', told)] };
    },
    parseWebhook: async ({ body, headers }, host) => {
      if (headers['x-secret'] !== secretOf(host)) return { outcome: 'refused', reason: 'another secret' };
      const heard = JSON.parse(body.toString('utf8')) as
        | { look?: string; confirm?: ChargeConfirmationRequest }
        | PaymentEvent[];
      if (!Array.isArray(heard) && heard.confirm) return { outcome: 'confirmation-request', ...heard.confirm };
      if (!Array.isArray(heard))
        return { outcome: 'check-payment', ...(heard.look !== undefined && { attemptId: heard.look }) };
      return { outcome: 'events', events: heard };
    },
    buildWebhookReply: (end) => ({ status: statuses[end], body: { end } }),
  };
}

function hideAmount(event: PaymentEvent): PaymentEvent {
  const { amountMinor: _, ...rest } = event;
  return rest;
}

const statuses: Readonly<Record<WebhookResult, number>> = {
  done: 200,
  retry: 503,
  refused: 403,
  mismatch: 422,
  'unknown-order': 404,
  'known-player': 200,
  'unknown-player': 404,
};

/** Every text in it contains the attempt's id. */
function replyFor({ paymentReply }: ProviderManifest, { attemptId }: CreatePaymentRequest): object {
  if (!paymentReply) throw new Error('The manifest has no block.');
  const fields = Object.entries(paymentReply.block.properties as Record<string, { readonly type?: string }>);
  return Object.fromEntries(fields.map(([name, { type }]) => [name, type === 'boolean' ? true : `/pay/${attemptId}`]));
}

const blocks = (): [string, ProviderManifest][] =>
  (Object.entries(registry) as [string, ProviderManifest][])
    .filter(([, { paymentReply }]) => paymentReply !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

function never(): never {
  throw new Error('The registry has no provider in this place.');
}
