// A webhook of Xsolla: proved by a plain hash of its bytes with the project's key behind them, no HMAC, then told as facts. There is no
// time in it: it stays good for ever, and that each counts once is all the protection against replay.
import { createHash } from 'node:crypto';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { fromDecimal } from '#kit/decimal-amount.ts';
import { isUuid } from '#kit/is-uuid.ts';
import { expectShape, readJson } from '#kit/read-json.server.ts';
import { refuse } from '#kit/refuse.ts';
import type { PaymentFact } from '#model/payment-fact.ts';
import { sameSignature } from '#model/same-signature.server.ts';
import type { Webhook, WebhookReading } from '../port.server.ts';
import { isDryRun, Transaction, xsollaAmount, xsollaCurrency, xsollaId, type Host } from './client.server.ts';
import { factOf, paidFact, refundFact, type About, type Amount } from './payment.server.ts';

export async function readWebhook({ body, headers }: Webhook, { settings }: Host): Promise<WebhookReading> {
  const [, signature = ''] = /^Signature ([0-9a-f]{40})$/i.exec(headers['authorization'] ?? '') ?? [];
  const expectedOf = (key: string) => createHash('sha1').update(body).update(key).digest('hex');
  // All of them are tried: how long it takes says nothing about which it was.
  const signers = settings.WebhookKeys.filter((key) => sameSignature(signature.toLowerCase(), expectedOf(key)));
  if (signers.length === 0) return refuse('Nobody signed the webhook.');
  const content = readJson(body);
  // Keys may be shared by projects: what is told must be about this one.
  if (!Value.Check(Addressed, content)) return refuse('The webhook is signed, and says not which project it is about.');
  const { project_id: project, merchant_id: merchant } =
    'settings' in content ? content.settings : content.billing.settings;
  if (String(project) !== String(settings.ProjectId) || String(merchant) !== String(settings.MerchantId))
    return refuse('The webhook is about another project.');
  return readers.get(content.notification_type)?.(content) ?? { outcome: 'ignored' };
}

const ofProject = Type.Object({ settings: Type.Object({ project_id: xsollaId, merchant_id: xsollaId }) });
const Typed = Type.Object({ notification_type: Type.String({ maxLength: 60 }) });
/** Catalogue orders say it below `billing`. */
const Addressed = Type.Intersect([Typed, Type.Union([ofProject, Type.Object({ billing: ofProject })])]);

type Reader = (content: Static<typeof Typed>) => WebhookReading;

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['user_validation', readPlayer],
  ['payment', readPaymentWith((_, money, about) => paidFact(money, about))],
  ['refund', readPaymentWith((_, money, about) => refundFact(money, about))],
  ['partial_refund', readPaymentWith(partFact)],
  ['order_paid', readOrderWith(paidFact)],
  ['order_canceled', readOrderWith(refundFact)],
  ['dispute', readDispute],
]);

const money = Type.Object({ currency: xsollaCurrency, amount: xsollaAmount });
/** An empty one is a list in some languages. */
const custom_parameters = Type.Optional(Type.Unknown());

const PlayerWebhook = Type.Object({ user: Type.Object({ id: Type.Union([Type.String(), Type.Number()]) }) });

function readPlayer(content: unknown): WebhookReading {
  return { outcome: 'asks for player', accountId: String(read(PlayerWebhook, content, 'a player').user.id) };
}

/** `payment`, `refund` and `partial_refund`. */
const PaymentWebhook = Type.Object({
  purchase: Type.Object({ total: Type.Optional(money), checkout: Type.Optional(money) }),
  transaction: Transaction,
  payment_details: Type.Optional(Type.Object({ payment: Type.Optional(money) })),
  refund_details: Type.Optional(Type.Unknown()),
  custom_parameters,
});
type PaymentWebhook = Static<typeof PaymentWebhook>;

function readPaymentWith(toFact: (webhook: PaymentWebhook, price: Amount, about: About) => PaymentFact): Reader {
  return (content) => {
    const { notification_type: kind } = content;
    const webhook = read(PaymentWebhook, content, `a ${kind}`);
    // Not what the buyer paid, which has taxes in it, but what was sold.
    const price = webhook.purchase.total ?? webhook.purchase.checkout;
    if (!price) throw new Error(`Xsolla tells a ${kind} and not how much it is.`);
    return factsOf(toFact(webhook, price, aboutOf(kind, webhook.transaction, webhook.custom_parameters)));
  };
}

// Which of its amounts is the part that went back is documented nowhere that we know. One that is smaller than the whole can be
// nothing else; any other is left to an operator, for a whole refund takes what was bought away from its player. A part has no name of
// its own, so what is told about it names it.
function partFact(webhook: PaymentWebhook, whole: Amount, about: About): PaymentFact {
  const { transaction, payment_details: paid, refund_details: refund } = webhook;
  const part = paid?.payment;
  const isPart =
    part?.currency === whole.currency &&
    (fromDecimal(part.amount, part.currency) ?? Infinity) < (fromDecimal(whole.amount, whole.currency) ?? 0);
  const content = JSON.stringify([transaction, paid, refund]);
  const name = createHash('sha256').update(content).digest('hex').slice(0, 32);
  const own = { ...about, dedupKey: `${about.dedupKey}:${name}` };
  return factOf('refunded', isPart ? part : undefined, own, `part:${name}`);
}

/** `order_paid` and `order_canceled`. */
const OrderWebhook = Type.Object({
  order: Type.Object({ mode: Type.Optional(Type.String()), amount: xsollaAmount, currency: xsollaCurrency }),
  billing: Type.Object({ transaction: Transaction }),
  custom_parameters,
});

function readOrderWith(toFact: (price: Amount, about: About) => PaymentFact): Reader {
  return (content) => {
    const { notification_type: kind } = content;
    const { order, billing, custom_parameters: custom } = read(OrderWebhook, content, `an ${kind}`);
    const about = aboutOf(kind, billing.transaction, custom);
    return factsOf(toFact(order, { ...about, isTest: about.isTest || order.mode === 'sandbox' }));
  };
}

const DisputeWebhook = Type.Object({
  action: Type.String(),
  transaction: Type.Intersect([Transaction, Type.Object({ total: money })]),
  dispute: Type.Object({ type: Type.String(), status: Type.String() }),
});

// A dispute that is lost comes as a refund with code 2; the words for its other ends are not known. An inquiry moves no money.
function readDispute(content: unknown): WebhookReading {
  const { action, transaction, dispute } = read(DisputeWebhook, content, 'a dispute');
  if (action !== 'adding' || dispute.type === 'retrieval') return { outcome: 'ignored' };
  return factsOf(factOf('disputed', transaction.total, aboutOf('dispute', transaction, undefined), 'dispute'));
}

const read = <S extends TSchema>(schema: S, content: unknown, subject: string): Static<S> =>
  expectShape(schema, content, 'Xsolla', subject);

const factsOf = (fact: PaymentFact): WebhookReading => ({ outcome: 'facts', facts: [fact] });

function aboutOf(kind: string, transaction: Static<typeof Transaction>, custom: unknown): About {
  const own = typeof custom === 'object' && custom !== null && 'attempt_id' in custom ? custom.attempt_id : undefined;
  const transactionId = String(transaction.id);
  return {
    transactionId,
    attemptId: [transaction.external_id, own].find((each) => isUuid(each)),
    isTest: isDryRun(transaction),
    dedupKey: `${kind}:${transactionId}`,
  };
}
