// Parses Xsolla's webhooks. The signature is a plain SHA-1 of the body followed by the project's key, not an HMAC.
// Webhooks carry no time and never expire; only deduplication protects against replay.
import { createHash } from 'node:crypto';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { fromDecimal } from '../decimal-amount.ts';
import { isSignedWithAnySecret } from '../is-signed-with-any-secret.server.ts';
import { isUuid } from '../is-uuid.ts';
import { nullish } from '../nullable.ts';
import { requireShape, parseJson } from '../parse-json.server.ts';
import { buildRefusal } from '../build-refusal.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import { readAttemptId } from '../payment-metadata.server.ts';
import type { Webhook, ParsedWebhook } from '#model/payment-operations.server.ts';
import { buildParsedWebhook } from '../payment-results.server.ts';
import { isDryRun, buildXsollaWebhookRefusal, XsollaTransaction, type XsollaHost } from './client.server.ts';
import { xsollaAmountSchema, xsollaCurrencySchema, xsollaIdSchema } from './client.server.ts';
import {
  buildPaymentEvent,
  buildPaidEvent,
  buildRefundEvent,
  type XsollaEventFields,
  type XsollaMoney,
} from './payment.server.ts';

export async function parseWebhook({ body, headers }: Webhook, { settings }: XsollaHost): Promise<ParsedWebhook> {
  const [, signature = ''] = /^Signature ([0-9a-f]{40})$/i.exec(headers['authorization'] ?? '') ?? [];
  const sign = (key: string) => createHash('sha1').update(body).update(key).digest('hex');
  if (!isSignedWithAnySecret(signature.toLowerCase(), settings.WebhookKeys, sign))
    return buildRefusal('The webhook has no valid signature.');
  const content = parseJson(body);
  if (!Value.Check(Signed, content)) return refuseSigned('The signed content is not a webhook of Xsolla.');
  // A key belongs to one project, so a webhook that names its project must name this one.
  const isOther = [content.settings, content.billing?.settings].some(
    (named) => isAnother(named?.project_id, settings.ProjectId) || isAnother(named?.merchant_id, settings.MerchantId),
  );
  if (isOther) return refuseSigned('The webhook is about another project.');
  return readers.get(content.notification_type)?.(content) ?? { outcome: 'ignored' };
}

const refuseSigned = (reason: string): ParsedWebhook => ({
  ...buildRefusal(reason),
  answer: () =>
    buildXsollaWebhookRefusal('INVALID_PARAMETER', 'The webhook is not about this project, or its content is unknown.'),
});

const isAnother = (named: string | number | null | undefined, ours: number): boolean =>
  named !== undefined && named !== null && String(named) !== String(ours);

const Project = Type.Object({
  project_id: nullish(xsollaIdSchema),
  merchant_id: nullish(xsollaIdSchema),
});
const ofProject = { settings: nullish(Project) };
/** Catalogue orders name the project under `billing`. */
const Signed = Type.Object({
  notification_type: Type.String({ maxLength: 60 }),
  ...ofProject,
  billing: nullish(Type.Object(ofProject)),
});

type Reader = (content: Static<typeof Signed>) => ParsedWebhook;

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['user_validation', readPlayer],
  ...['payment', 'refund', 'partial_refund'].map((kind) => [kind, readPayment] as const),
  ...['order_paid', 'order_canceled'].map((kind) => [kind, readOrder] as const),
  ['dispute', readDispute],
]);

const Money = Type.Object({ currency: xsollaCurrencySchema, amount: xsollaAmountSchema });
const custom_parameters = Type.Optional(Type.Unknown());

const PlayerWebhook = Type.Object({ user: Type.Object({ id: Type.Union([Type.String(), Type.Number()]) }) });

function readPlayer(content: unknown): ParsedWebhook {
  return { outcome: 'player-query', accountId: String(read(PlayerWebhook, content, 'a player').user.id) };
}

const PaymentWebhook = Type.Object({
  purchase: Type.Object({ total: Type.Optional(Money), checkout: Type.Optional(Money) }),
  transaction: XsollaTransaction,
  payment_details: Type.Optional(Type.Object({ payment: Type.Optional(Money) })),
  refund_details: Type.Optional(Type.Unknown()),
  custom_parameters,
});

function readPayment(content: Static<typeof Signed>): ParsedWebhook {
  const { notification_type: kind } = content;
  const webhook = read(PaymentWebhook, content, `a ${kind}`);
  // The price without taxes, not the total that the buyer paid.
  const price = webhook.purchase.total ?? webhook.purchase.checkout;
  if (!price) throw new Error(`Xsolla sent a ${kind} webhook without an amount.`);
  const about = describeWebhook(kind, webhook.transaction, webhook.custom_parameters);
  if (kind === 'partial_refund') return buildParsedWebhook(buildPart(webhook, price, about));
  return buildParsedWebhook(kind === 'payment' ? buildPaidEvent(price, about) : buildRefundEvent(price, about));
}

// Xsolla doesn't document which amount is the refunded part. An amount below the total can only be the part. Any other
// is left to an operator, because a full refund would revoke the purchase. A partial refund has no id, so a hash of its
// contents is used.
function buildPart(webhook: Static<typeof PaymentWebhook>, whole: XsollaMoney, about: XsollaEventFields): PaymentEvent {
  const { transaction, payment_details: paid, refund_details: refund } = webhook;
  const part = paid?.payment;
  const isPart =
    part?.currency === whole.currency &&
    (fromDecimal(part.amount, part.currency) ?? Infinity) < (fromDecimal(whole.amount, whole.currency) ?? 0);
  const content = JSON.stringify([transaction, paid, refund]);
  const name = createHash('sha256').update(content).digest('hex').slice(0, 32);
  const own = { ...about, dedupKey: `${about.dedupKey}:${name}` };
  return buildPaymentEvent('refunded', isPart ? part : undefined, own, `part:${name}`);
}

const OrderWebhook = Type.Object({
  order: Type.Object({
    mode: Type.Optional(Type.String()),
    currency_type: nullish(Type.String()),
    amount: xsollaAmountSchema,
    currency: Type.String(),
    invoice_id: nullish(xsollaIdSchema),
  }),
  billing: nullish(Type.Object({ transaction: XsollaTransaction })),
  custom_parameters,
});

function readOrder(content: Static<typeof Signed>): ParsedWebhook {
  const { notification_type: kind } = content;
  const { order, billing, custom_parameters: custom } = read(OrderWebhook, content, `an ${kind}`);
  if (order.currency_type === 'virtual') return { outcome: 'ignored' };
  const transaction = billing?.transaction ?? (order.invoice_id ? { id: order.invoice_id } : undefined);
  if (!transaction) throw new Error(`Xsolla sent an ${kind} webhook without a transaction.`);
  const told = describeWebhook(kind, transaction, custom);
  const about = { ...told, isTest: told.isTest || order.mode === 'sandbox' };
  const money = read(Money, order, `an amount of an ${kind}`);
  return buildParsedWebhook(kind === 'order_paid' ? buildPaidEvent(money, about) : buildRefundEvent(money, about));
}

const DisputeWebhook = Type.Object({
  action: Type.String(),
  transaction: Type.Intersect([XsollaTransaction, Type.Object({ total: Money })]),
  dispute: Type.Object({ type: Type.String(), status: Type.String() }),
});

// Xsolla reports a lost dispute as a refund with code 2. Its other outcomes are undocumented. A retrieval inquiry moves
// no money.
function readDispute(content: unknown): ParsedWebhook {
  const { action, transaction, dispute } = read(DisputeWebhook, content, 'a dispute');
  if (action !== 'adding' || dispute.type === 'retrieval') return { outcome: 'ignored' };
  return buildParsedWebhook(
    buildPaymentEvent('disputed', transaction.total, describeWebhook('dispute', transaction, undefined), 'dispute'),
  );
}

const read = <S extends TSchema>(schema: S, content: unknown, subject: string): Static<S> =>
  requireShape(schema, content, 'Xsolla', subject);

function describeWebhook(
  kind: string,
  transaction: Static<typeof XsollaTransaction>,
  custom: unknown,
): XsollaEventFields {
  const attemptId = [transaction.external_id, readAttemptId(custom)].find((each) => isUuid(each));
  const transactionId = String(transaction.id);
  const source = { isTest: isDryRun(transaction), dedupKey: `${kind}:${transactionId}` };
  return { transactionId, ...source, ...(attemptId !== undefined && { attemptId }) };
}
