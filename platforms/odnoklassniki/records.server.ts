// The app's transactions as Odnoklassniki lists them, by day. A transaction names no order, so a payment that we know is
// found by its id, and any other is for an operator.
import { Type, type Static } from 'typebox';
import { unwrapVendorReply } from '#kit/call-vendor.server.ts';
import { iteratePages } from '#kit/iterate-pages.server.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { DateRange } from '#model/payment-operations.server.ts';
import { callAsApp, type OkPaymentHost } from './client.server.ts';
import { oksCurrencyCode } from './oks.ts';

export const OkIdSchema = Type.Union([
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  Type.String({ pattern: '^\\d{1,20}$' }),
]);

const Transaction = Type.Object({
  id: OkIdSchema,
  timestamp: Type.Integer({ minimum: 0 }),
  operation: Type.String(),
  status: Type.String(),
  amount: Type.Integer(),
  userId: OkIdSchema,
});
type Transaction = Static<typeof Transaction>;

const TransactionPage = Type.Object({
  // Absent on a day without transactions.
  data: Type.Optional(Type.Union([Type.Array(Transaction), Type.Null()])),
  anchor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  has_more: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
});

export async function listTransactions(span: DateRange, host: OkPaymentHost): Promise<readonly PaymentEvent[]> {
  const found = new Map<string, Transaction>();
  for (const date of listDates(span))
    for await (const transaction of iteratePages(describeList(date, host)))
      if (isWithin(span, transaction)) found.set(String(transaction.id), transaction);
  return [...found.values()].flatMap((transaction) => createEvent(transaction, host) ?? []);
}

const describeList = (date: string, host: OkPaymentHost) => ({
  subject: 'transactions of Odnoklassniki',
  maxPages: 500,
  async readPage(anchor: string | undefined) {
    const texts = { date, count: '100', ...(anchor !== undefined && { anchor }) };
    const reply = await callAsApp('payment.getDailyTransactionsFromServer', texts, TransactionPage, host);
    const page = unwrapVendorReply(reply, 'Odnoklassniki does not show its records');
    return { items: page.data ?? [], next: page.has_more ? (page.anchor ?? '') : undefined };
  },
});

const hourMs = 3_600_000;

/** Every day that overlaps the span in any time zone, because the documents don't name the platform's. */
function listDates({ from, to }: DateRange): string[] {
  const dates: string[] = [];
  const writeDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '.');
  for (let ms = from.getTime() - 12 * hourMs; ms < to.getTime() + 12 * hourMs; ms += 24 * hourMs)
    dates.push(writeDate(ms));
  return [...new Set([...dates, writeDate(to.getTime() + 12 * hourMs)])];
}

/** A minute of tolerance for the platform's clock. The documents don't say whether a timestamp has milliseconds. */
function isWithin({ from, to }: DateRange, { timestamp }: Transaction): boolean {
  const ms = timestamp < 100_000_000_000 ? timestamp * 1000 : timestamp;
  return ms >= from.getTime() - 60_000 && ms <= to.getTime() + 60_000;
}

function createEvent(
  { id, operation, status, amount, userId }: Transaction,
  { settings: { ApplicationId, IsTest: isTest = false } }: OkPaymentHost,
): PaymentEvent | undefined {
  if (status !== 'SUCCESS') return undefined;
  const transactionId = String(id);
  const money = { transactionId, amountMinor: Math.abs(amount), currency: oksCurrencyCode, isTest };
  if (operation === 'DEBIT') return { kind: 'paid', dedupKey: `paid ${transactionId}`, ...money };
  // Payouts to the developer are listed like refunds, but under the app's id.
  const isRefund = operation === 'CREDIT' && ApplicationId !== undefined && String(userId) !== ApplicationId;
  return isRefund ? { kind: 'refunded', dedupKey: `refunded ${transactionId}`, ...money } : undefined;
}
