// The payment API between our server and the platform's. The real one is documented only for partners; this one is
// invented, described in the README, and used only if an operator has set PaymentsUrl.
import { createHmac } from 'node:crypto';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { callVendor, type VendorReply } from '#kit/call-vendor.server.ts';
import { fromDecimal } from '#kit/decimal-amount.ts';
import { parseJson } from '#kit/parse-json.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { CurrencyCode } from '#model/money.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { PaymentHost, Webhook, ParsedWebhook } from '#model/payment-operations.server.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import { text, uuid } from '#model/schema.ts';
import type { AbsoluteGamesSettings } from './verify.server.ts';

export type GatewayHost = PaymentHost<AbsoluteGamesSettings>;

/** A complete payment or refund. A refund has the number of its payment. */
const Payment = Type.Object({
  status: Type.Union([Type.Literal('paid'), Type.Literal('refunded')]),
  order_id: uuid,
  transaction_id: text(100, { minLength: 1, pattern: '^[\\w-]+$' }),
  /** In major units, such as 149.00. */
  amount: text(20, { pattern: '^\\d{1,12}(\\.\\d{1,2})?$' }),
  currency: CurrencyCode,
  is_test: Type.Boolean(),
});
type Payment = Static<typeof Payment>;

export const PaymentRecordsSchema = Type.Object({ payments: Type.Array(Payment, { maxItems: 20 }) });
export const PaymentTokenSchema = Type.Object({ token: text(4096, { minLength: 1 }) });
const Notice = Type.Object({ app_id: text(64), payment: Payment });

export const signatureHeader = 'x-agru-signature';

export const signBody = (body: string | Buffer, secretKey: string): string =>
  createHmac('sha256', secretKey).update(body).digest('hex');

/** Returns a refusal if the platform rejected the request. Idempotent for the same order. */
export async function callGateway<S extends TSchema>(
  path: string,
  parameters: object,
  answer: S,
  host: GatewayHost,
): Promise<VendorReply<Static<S>>> {
  const { AppId, SecretKey, PaymentsUrl } = host.settings;
  if (PaymentsUrl === undefined) return buildRefusal('Purchases at Absolute Games need the setting PaymentsUrl.');
  const json = { app_id: AppId, ...parameters };
  return callVendor(host, {
    vendor: 'Absolute Games',
    subject: path,
    url: `${PaymentsUrl}${path}`,
    headers: { [signatureHeader]: signBody(JSON.stringify(json), SecretKey) },
    json,
    timeoutMs: 10_000,
    answer,
    parseRejection: (status) => (status === 422 ? 'Absolute Games refused the payment.' : undefined),
    remedies: { 401: 'Is SecretKey right?', 404: 'Is PaymentsUrl right?' },
  });
}

export async function parseWebhook({ body, headers }: Webhook, { settings }: GatewayHost): Promise<ParsedWebhook> {
  if (!isSameSignature(headers[signatureHeader] ?? '', signBody(body, settings.SecretKey)))
    return buildRefusal('The notification is not signed with the setting SecretKey.');
  const notice = parseJson(body);
  if (!Value.Check(Notice, notice)) return buildRefusal('The notification is signed, but is not about a payment.');
  if (notice.app_id !== settings.AppId) return buildRefusal('The notification is for another game.');
  const event = createPaymentEvent(notice.payment, notice.payment.status);
  return event ? { outcome: 'events', events: [event] } : buildRefusal(noAmount);
}

/** A refunded payment was paid before, so it gives two events. */
export const readPaymentEvents = (
  { payments }: Static<typeof PaymentRecordsSchema>,
  attemptId: string,
): PaymentEvent[] =>
  payments
    .filter(({ order_id: id }) => id === attemptId)
    .flatMap((payment) =>
      (payment.status === 'paid' ? ['paid' as const] : kinds).map((kind) => requirePaymentEvent(payment, kind)),
    );

const kinds = ['paid', 'refunded'] as const;
const noAmount = 'The amount is not valid in its currency.';

function requirePaymentEvent(payment: Payment, kind: Payment['status']): PaymentEvent {
  const event = createPaymentEvent(payment, kind);
  if (!event) throw new Error(`Absolute Games: ${noAmount}`);
  return event;
}

/** Undefined: the amount is invalid. */
function createPaymentEvent(payment: Payment, kind: Payment['status']): PaymentEvent | undefined {
  const { order_id: attemptId, transaction_id: transactionId, amount, currency, is_test: isTest } = payment;
  const amountMinor = fromDecimal(amount, currency);
  if (amountMinor === undefined) return undefined;
  const event = { kind, dedupKey: `${kind} ${transactionId}`, attemptId, transactionId, amountMinor, currency, isTest };
  return kind === 'refunded' ? { ...event, chargeId: transactionId } : event;
}
