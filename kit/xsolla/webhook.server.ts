// A webhook of Xsolla: proved by a plain hash of its bytes with the project's key behind them, no HMAC, then told as facts. There is no
// time in it: it stays good for ever, and that each counts once is all the protection against replay.
import { createHash } from 'node:crypto';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { fromDecimal } from '../decimal-amount.ts';
import { isSignedByAny } from '../is-signed-by-any.server.ts';
import { isUuid } from '../is-uuid.ts';
import { maybe } from '../nullable.ts';
import { expectShape, readJson } from '../read-json.server.ts';
import { refuse } from '../refuse.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import { readAttemptId } from '../own-payment.server.ts';
import type { Webhook, WebhookReading } from '#model/payment-verbs.server.ts';
import { tellFact } from '../payment-results.server.ts';
import { isDryRun, refuseWith, Transaction, type Host } from './client.server.ts';
import { xsollaAmount, xsollaCurrency, xsollaId } from './client.server.ts';
import { buildFact, buildPaid, buildRefund, type About, type Amount } from './payment.server.ts';

export async function readWebhook({ body, headers }: Webhook, { settings }: Host): Promise<WebhookReading> {
  const [, signature = ''] = /^Signature ([0-9a-f]{40})$/i.exec(headers['authorization'] ?? '') ?? [];
  const sign = (key: string) => createHash('sha1').update(body).update(key).digest('hex');
  if (!isSignedByAny(signature.toLowerCase(), settings.WebhookKeys, sign)) return refuse('Nobody signed the webhook.');
  const content = readJson(body);
  if (!Value.Check(Signed, content)) return refuseSigned('The webhook is signed, and no webhook of Xsolla.');
  // A key is one project's. Where the webhook says which one it is about, as not all do, it must be this one.
  const isOther = [content.settings, content.billing?.settings].some(
    (named) => isAnother(named?.project_id, settings.ProjectId) || isAnother(named?.merchant_id, settings.MerchantId),
  );
  if (isOther) return refuseSigned('The webhook is about another project.');
  return readers.get(content.notification_type)?.(content) ?? { outcome: 'ignored' };
}

/** What its bytes prove is not for us: a signature is not what is wrong with it. */
const refuseSigned = (reason: string): WebhookReading => ({
  ...refuse(reason),
  answer: () =>
    refuseWith('INVALID_PARAMETER', 'The webhook is not about this project, or says nothing that is known.'),
});

const isAnother = (named: string | number | null | undefined, ours: number): boolean =>
  named !== undefined && named !== null && String(named) !== String(ours);

const Project = Type.Object({
  project_id: maybe(xsollaId),
  merchant_id: maybe(xsollaId),
});
const ofProject = { settings: maybe(Project) };
/** Catalogue orders name the project below `billing`. */
const Signed = Type.Object({
  notification_type: Type.String({ maxLength: 60 }),
  ...ofProject,
  billing: maybe(Type.Object(ofProject)),
});

type Reader = (content: Static<typeof Signed>) => WebhookReading;

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['user_validation', readPlayer],
  ...['payment', 'refund', 'partial_refund'].map((kind) => [kind, readPayment] as const),
  ...['order_paid', 'order_canceled'].map((kind) => [kind, readOrder] as const),
  ['dispute', readDispute],
]);

const Money = Type.Object({ currency: xsollaCurrency, amount: xsollaAmount });
const custom_parameters = Type.Optional(Type.Unknown());

const PlayerWebhook = Type.Object({ user: Type.Object({ id: Type.Union([Type.String(), Type.Number()]) }) });

function readPlayer(content: unknown): WebhookReading {
  return { outcome: 'player-query', accountId: String(read(PlayerWebhook, content, 'a player').user.id) };
}

const PaymentWebhook = Type.Object({
  purchase: Type.Object({ total: Type.Optional(Money), checkout: Type.Optional(Money) }),
  transaction: Transaction,
  payment_details: Type.Optional(Type.Object({ payment: Type.Optional(Money) })),
  refund_details: Type.Optional(Type.Unknown()),
  custom_parameters,
});

function readPayment(content: Static<typeof Signed>): WebhookReading {
  const { notification_type: kind } = content;
  const webhook = read(PaymentWebhook, content, `a ${kind}`);
  // Not what the buyer paid, which has taxes in it, but what was sold.
  const price = webhook.purchase.total ?? webhook.purchase.checkout;
  if (!price) throw new Error(`Xsolla tells a ${kind} and not how much it is.`);
  const about = describeWebhook(kind, webhook.transaction, webhook.custom_parameters);
  if (kind === 'partial_refund') return tellFact(buildPart(webhook, price, about));
  return tellFact(kind === 'payment' ? buildPaid(price, about) : buildRefund(price, about));
}

// Which of its amounts is the part that went back is documented nowhere that we know. One that is smaller than the whole can be
// nothing else; any other is left to an operator, for a whole refund takes what was bought away from its player. A part has no name of
// its own, so what is told about it names it.
function buildPart(webhook: Static<typeof PaymentWebhook>, whole: Amount, about: About): PaymentEvent {
  const { transaction, payment_details: paid, refund_details: refund } = webhook;
  const part = paid?.payment;
  const isPart =
    part?.currency === whole.currency &&
    (fromDecimal(part.amount, part.currency) ?? Infinity) < (fromDecimal(whole.amount, whole.currency) ?? 0);
  const content = JSON.stringify([transaction, paid, refund]);
  const name = createHash('sha256').update(content).digest('hex').slice(0, 32);
  const own = { ...about, dedupKey: `${about.dedupKey}:${name}` };
  return buildFact('refunded', isPart ? part : undefined, own, `part:${name}`);
}

/** Of the catalogue. It is paid in money, or in a currency of the game's own, which has no code of three letters. */
const OrderWebhook = Type.Object({
  order: Type.Object({
    mode: Type.Optional(Type.String()),
    currency_type: maybe(Type.String()),
    amount: xsollaAmount,
    currency: Type.String(),
    /** The transaction, by its other name. */
    invoice_id: maybe(xsollaId),
  }),
  billing: maybe(Type.Object({ transaction: Transaction })),
  custom_parameters,
});

function readOrder(content: Static<typeof Signed>): WebhookReading {
  const { notification_type: kind } = content;
  const { order, billing, custom_parameters: custom } = read(OrderWebhook, content, `an ${kind}`);
  if (order.currency_type === 'virtual') return { outcome: 'ignored' };
  const transaction = billing?.transaction ?? (order.invoice_id ? { id: order.invoice_id } : undefined);
  if (!transaction) throw new Error(`Xsolla tells an ${kind} and not of which transaction.`);
  const told = describeWebhook(kind, transaction, custom);
  const about = { ...told, isTest: told.isTest || order.mode === 'sandbox' };
  const money = read(Money, order, `an amount of an ${kind}`);
  return tellFact(kind === 'order_paid' ? buildPaid(money, about) : buildRefund(money, about));
}

const DisputeWebhook = Type.Object({
  action: Type.String(),
  transaction: Type.Intersect([Transaction, Type.Object({ total: Money })]),
  dispute: Type.Object({ type: Type.String(), status: Type.String() }),
});

// A dispute that is lost comes as a refund with code 2; the words for its other ends are not known. An inquiry moves no money.
function readDispute(content: unknown): WebhookReading {
  const { action, transaction, dispute } = read(DisputeWebhook, content, 'a dispute');
  if (action !== 'adding' || dispute.type === 'retrieval') return { outcome: 'ignored' };
  return tellFact(
    buildFact('disputed', transaction.total, describeWebhook('dispute', transaction, undefined), 'dispute'),
  );
}

const read = <S extends TSchema>(schema: S, content: unknown, subject: string): Static<S> =>
  expectShape(schema, content, 'Xsolla', subject);

function describeWebhook(kind: string, transaction: Static<typeof Transaction>, custom: unknown): About {
  const attemptId = [transaction.external_id, readAttemptId(custom)].find((each) => isUuid(each));
  const transactionId = String(transaction.id);
  const source = { isTest: isDryRun(transaction), dedupKey: `${kind}:${transactionId}` };
  return { transactionId, ...source, ...(attemptId !== undefined && { attemptId }) };
}
