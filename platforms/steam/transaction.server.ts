// A purchase in Steam's records and the payment events it proves. Its order id is derived from the attempt, so creating
// an attempt again gives the same purchase.
import { createHash } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { fromVendorUnits, toVendorUnits } from '#kit/vendor-units.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { AttemptReference, ProviderAttemptRecord } from '#model/payment-operations.server.ts';
import {
  SteamIdSchema,
  getPurchaseMethodPath,
  getFromSteam,
  SteamResultSchema,
  type SteamHost,
} from './client.server.ts';

const amount = Type.Union([Type.Integer(), Type.String({ pattern: '^-?\\d{1,15}$' })]);

export const SteamTransaction = Type.Object({
  orderid: SteamIdSchema,
  transid: SteamIdSchema,
  steamid: SteamIdSchema,
  status: Type.String({ maxLength: 60 }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  items: Type.Optional(Type.Array(Type.Object({ amount, vat: Type.Optional(amount) }))),
});
export type SteamTransaction = Static<typeof SteamTransaction>;

/** 63 bits, which fit into a signed 64-bit integer. */
export const deriveSteamOrderId = (attemptId: string): string =>
  (createHash('sha256').update(attemptId).digest().readBigUInt64BE() >> 1n).toString();

/** Steam counts every currency in hundredths. Undefined: not a whole number of them, or zero. */
export const toHundredths = (amountMinor: number, currency: string): number | undefined =>
  toVendorUnits(amountMinor, currency, 2) || undefined;

/** A purchase approved after that is not charged: the buyer has started again or left. */
export const purchaseLifetimeMs = 3_600_000;

/** Undefined: Steam doesn't know the purchase. */
export async function fetchTransaction(attemptId: string, host: SteamHost): Promise<SteamTransaction | undefined> {
  const asked = { appid: host.settings.AppId, orderid: deriveSteamOrderId(attemptId) };
  const reply = await getFromSteam(
    getPurchaseMethodPath('QueryTxn/v3', host),
    asked,
    SteamResultSchema(SteamTransaction),
    host,
  );
  return reply.outcome === 'answered' ? reply.answer.params : undefined;
}

export function buildSteamAttemptRecord(
  found: SteamTransaction | undefined,
  attempt: AttemptReference,
  host: SteamHost,
): ProviderAttemptRecord {
  const isOld = host.now().getTime() > attempt.createdAt.getTime() + purchaseLifetimeMs;
  const kind = found && readTransactionStatus(found);
  if (!found || kind === 'open') return { events: [], isOver: isOld };
  if (kind === 'failed') return { events: [], isOver: true };
  const { currency } = found;
  const amountMinor = readAmount(found, attempt);
  if (kind !== 'approved') return { events: createPaymentEvents(found, host, amountMinor), isOver: kind !== 'paid' };
  if (isOld || amountMinor === undefined) return { events: [], isOver: isOld };
  return { events: [], isOver: false, toConfirm: { amountMinor, currency, key: 'approved' } };
}

/** The payment events that a purchase proves. None unless it was paid. */
export function createPaymentEvents(
  found: SteamTransaction,
  { settings }: SteamHost,
  amountMinor?: number,
): PaymentEvent[] {
  const kind = readTransactionStatus(found);
  if (kind !== 'paid' && kind !== 'refunded' && kind !== 'dispute-lost') return [];
  const { orderid: providerPaymentId, transid: transactionId, currency, status } = found;
  const known = {
    providerPaymentId,
    transactionId,
    currency,
    isTest: settings.Sandbox ?? false,
    ...(amountMinor !== undefined && { amountMinor }),
  };
  const paid: PaymentEvent = { kind: 'paid', dedupKey: `paid ${transactionId}`, ...known };
  if (kind === 'paid') return [paid];
  return [paid, { kind, dedupKey: `${status} ${transactionId}`, chargeId: transactionId, ...known }];
}

/** Throws on an unknown status. */
export function readTransactionStatus({ status }: Pick<SteamTransaction, 'status'>): Kind {
  const kind = Object.hasOwn(kinds, status) ? kinds[status] : undefined;
  if (kind === undefined) throw new Error(`Steam returned a purchase with the unknown status ${status.slice(0, 60)}.`);
  return kind;
}

type Kind = 'open' | 'approved' | 'failed' | 'paid' | 'refunded' | 'dispute-lost';

const kinds: Readonly<Record<string, Kind>> = {
  Init: 'open',
  Approved: 'approved',
  Failed: 'failed',
  Succeeded: 'paid',
  Refunded: 'refunded',
  // A refund of some items; our purchases have one.
  PartialRefund: 'refunded',
  RefundedSuspectedFraud: 'refunded',
  RefundedFriendlyFraud: 'refunded',
  Chargedback: 'dispute-lost',
};

/**
 * Steam reports the price without tax, and the tax. If prices include tax, our price is the sum; otherwise it is the
 * price alone.
 */
function readAmount({ items = [], currency }: SteamTransaction, { amountMinor }: AttemptReference): number | undefined {
  const net = items.reduce((sum, item) => sum + Number(item.amount), 0);
  const tax = items.reduce((sum, item) => sum + Number(item.vat ?? 0), 0);
  const [whole, bare] = [net + tax, net].map((units) => fromVendorUnits(units, currency, 2));
  return bare === amountMinor ? bare : whole;
}
