// A purchase in Steam's records, and what it proves. Its number there is ours: made of the attempt alone, so that the same attempt is the
// same purchase, however often it is opened.
import { createHash } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { fromUnits, toUnits } from '#kit/vendor-units.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { KnownAttempt, Reading } from '#model/payment-verbs.server.ts';
import { id, ofPurchases, readSteam, Told, type Host } from './client.server.ts';

const amount = Type.Union([Type.Integer(), Type.String({ pattern: '^-?\\d{1,15}$' })]);

export const Transaction = Type.Object({
  orderid: id,
  transid: id,
  steamid: id,
  status: Type.String({ maxLength: 60 }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  items: Type.Optional(Type.Array(Type.Object({ amount, vat: Type.Optional(amount) }))),
});
export type Transaction = Static<typeof Transaction>;

/** Of 63 bits: the largest that everybody's numbers hold. */
export const writeOrderId = (attemptId: string): string =>
  (createHash('sha256').update(attemptId).digest().readBigUInt64BE() >> 1n).toString();

/** In hundredths, as Steam counts every currency; undefined: it is no whole number of them, or nothing. */
export const toHundredths = (amountMinor: number, currency: string): number | undefined =>
  toUnits(amountMinor, currency, 2) || undefined;

/** Nobody approves for longer, and what is approved later is not charged: the buyer has begun again or gone. */
export const lifetimeMs = 3_600_000;

/** Undefined: Steam knows of no such purchase. */
export async function readTransaction(attemptId: string, host: Host): Promise<Transaction | undefined> {
  const asked = { appid: host.settings.AppId, orderid: writeOrderId(attemptId) };
  const reply = await readSteam(ofPurchases('QueryTxn/v3', host), asked, Told(Transaction), host);
  return reply.outcome === 'answered' ? reply.answer.params : undefined;
}

export function fetchProviderRecords(found: Transaction | undefined, attempt: KnownAttempt, host: Host): Reading {
  const isOld = host.now().getTime() > attempt.createdAt.getTime() + lifetimeMs;
  const kind = found && readKind(found);
  if (!found || kind === 'open') return { facts: [], isOver: isOld };
  if (kind === 'failed') return { facts: [], isOver: true };
  const { currency } = found;
  const amountMinor = readAmount(found, attempt);
  if (kind !== 'approved') return { facts: createFacts(found, host, amountMinor), isOver: kind !== 'paid' };
  if (isOld || amountMinor === undefined) return { facts: [], isOver: isOld };
  return { facts: [], isOver: false, toConfirm: { amountMinor, currency, key: 'approved' } };
}

/** What a purchase proves, where it was paid; nothing else does. */
export function createFacts(found: Transaction, { settings }: Host, amountMinor?: number): PaymentEvent[] {
  const kind = readKind(found);
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

/** Throws at a word that Steam did not know when this was written. */
export function readKind({ status }: Pick<Transaction, 'status'>): Kind {
  const kind = Object.hasOwn(kinds, status) ? kinds[status] : undefined;
  if (kind === undefined) throw new Error(`Steam has a purchase of the unknown status ${status.slice(0, 60)}.`);
  return kind;
}

type Kind = 'open' | 'approved' | 'failed' | 'paid' | 'refunded' | 'dispute-lost';

const kinds: Readonly<Record<string, Kind>> = {
  Init: 'open',
  Approved: 'approved',
  Failed: 'failed',
  Succeeded: 'paid',
  Refunded: 'refunded',
  // Of some lines; ours have one.
  PartialRefund: 'refunded',
  RefundedSuspectedFraud: 'refunded',
  RefundedFriendlyFraud: 'refunded',
  Chargedback: 'dispute-lost',
};

/**
 * Steam tells the price without the tax, and the tax. Where prices hold it, both together are what we asked for; where it comes on top,
 * the price alone is.
 */
function readAmount({ items = [], currency }: Transaction, { amountMinor }: KnownAttempt): number | undefined {
  const net = items.reduce((sum, item) => sum + Number(item.amount), 0);
  const tax = items.reduce((sum, item) => sum + Number(item.vat ?? 0), 0);
  const [whole, bare] = [net + tax, net].map((units) => fromUnits(units, currency, 2));
  return bare === amountMinor ? bare : whole;
}
