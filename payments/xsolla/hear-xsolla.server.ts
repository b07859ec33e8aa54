// A notice of Xsolla: proved by a plain hash of its bytes with the project's key behind them, no HMAC, then told as facts. There is
// no time in it: a notice stays good for ever, and that each counts once is all the protection against replay.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Value } from 'typebox/value';
import { sameSignature } from '#model/same-signature.server.ts';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { WebhookReading, Webhook } from '../port.server.ts';
import { fromDecimal } from '#kit/decimal-amount.ts';
import type { Host } from './ask-xsolla.server.ts';
import {
  attemptIn,
  digestOf,
  disputeFact,
  paidFact,
  partFact,
  refundFact,
  type About,
  type Amount,
} from './facts.server.ts';
import {
  Addressed,
  DisputeNotice,
  expectShape,
  isDryRun,
  Kind,
  OrderNotice,
  PaymentNotice,
  UserNotice,
} from './objects.server.ts';

export async function hearXsolla(notice: Webhook, host: Host): Promise<WebhookReading> {
  const proved = prove(notice, host);
  if ('reason' in proved) return { outcome: 'refused', reason: proved.reason };
  const { said } = proved;
  if (!Value.Check(Kind, said)) return { outcome: 'refused', reason: 'It is signed, and no notice.' };
  const tell = kinds.get(said.notification_type);
  // Subscriptions, saved cards, declined payments and the like move no money of ours.
  if (!tell) return { outcome: 'ignored' };
  const stranger = whoElse(said, host);
  return stranger === undefined ? tell(said) : { outcome: 'refused', reason: stranger };
}

/** As Xsolla signs: `Authorization: Signature <this>`. */
const signatureOf = (body: Buffer, key: string): string => createHash('sha1').update(body).update(key).digest('hex');

function prove({ body, headers }: Webhook, { settings }: Host): { said: unknown } | { reason: string } {
  const [, given = ''] = /^Signature ([0-9a-f]{40})$/i.exec(headers['authorization'] ?? '') ?? [];
  // All of them are tried: how long it takes says nothing about which it was.
  const matching = settings.WebhookKeys.filter((key) => sameSignature(given.toLowerCase(), signatureOf(body, key)));
  if (matching.length === 0) return { reason: 'Nobody signed the notice.' };
  if (!isUtf8(body)) return { reason: 'The notice is signed, and not UTF-8.' };
  try {
    return { said: JSON.parse(body.toString('utf8')) };
  } catch (error) {
    if (error instanceof SyntaxError) return { reason: 'The notice is signed, and no JSON.' };
    throw error;
  }
}

/** Keys may be shared by projects: what is told must be about this one. */
function whoElse(said: unknown, { settings: { MerchantId, ProjectId } }: Host): string | undefined {
  if (!Value.Check(Addressed, said)) return 'The notice does not say which project it is about.';
  const { project_id: project, merchant_id: merchant } = 'settings' in said ? said.settings : said.billing.settings;
  const isOurs = String(project) === String(ProjectId) && String(merchant) === String(MerchantId);
  return isOurs ? undefined : 'The notice is about another project.';
}

type Tell = (said: unknown) => WebhookReading;

const kinds: ReadonlyMap<string, Tell> = new Map<string, Tell>([
  ['user_validation', ofUser],
  ['payment', ofPayment((_, money, about) => paidFact(money, about))],
  ['refund', ofPayment((_, money, about) => refundFact(money, about))],
  ['partial_refund', ofPayment(ofPart)],
  ['order_paid', ofOrder('order_paid', paidFact)],
  ['order_canceled', ofOrder('order_canceled', refundFact)],
  ['dispute', ofDispute],
]);

function ofUser(said: unknown): WebhookReading {
  const { user } = expectShape(UserNotice, said, 'a player');
  return { outcome: 'asks for player', accountId: String(user.id) };
}

function ofPayment(factOf: (notice: PaymentNotice, money: Amount, about: About) => PaymentFact): Tell {
  return (said) => {
    const { notification_type: kind } = expectShape(Kind, said, 'a notice');
    const notice = expectShape(PaymentNotice, said, `a ${kind}`);
    const { transaction, purchase, custom_parameters: custom } = notice;
    // Not what the buyer paid, which has taxes in it, but what was sold.
    const money = purchase.total ?? purchase.checkout;
    if (!money) throw new Error(`Xsolla tells a ${kind} and not how much it is.`);
    const about = {
      transactionId: String(transaction.id),
      attemptId: attemptIn(transaction.external_id, customAttempt(custom)),
      isTest: isDryRun(transaction.dry_run),
      dedupKey: `${kind}:${transaction.id}`,
    };
    return { outcome: 'facts', facts: [factOf(notice, money, about)] };
  };
}

// Which of its amounts is the part that went back is documented nowhere that we know. One that is smaller than the whole can be
// nothing else; any other is left to an operator, for a whole refund takes what was bought away from its player.
function ofPart(
  { transaction, payment_details: paid, refund_details: refund }: PaymentNotice,
  whole: Amount,
  about: About,
): PaymentFact {
  const part = paid?.payment;
  const isPart =
    part?.currency === whole.currency &&
    (fromDecimal(part.amount, part.currency) ?? Infinity) < (fromDecimal(whole.amount, whole.currency) ?? 0);
  const told = [transaction, paid, refund];
  return partFact(isPart ? part : undefined, told, { ...about, dedupKey: `${about.dedupKey}:${digestOf(told)}` });
}

function ofOrder(kind: string, factOf: typeof paidFact): Tell {
  return (said) => {
    const { order, billing, custom_parameters: custom } = expectShape(OrderNotice, said, `an ${kind}`);
    const { transaction } = billing;
    const about = {
      transactionId: String(transaction.id),
      attemptId: attemptIn(transaction.external_id, customAttempt(custom)),
      isTest: order.mode === 'sandbox' || isDryRun(transaction.dry_run),
      dedupKey: `${kind}:${transaction.id}`,
    };
    return { outcome: 'facts', facts: [factOf({ amount: order.amount, currency: order.currency }, about)] };
  };
}

// A dispute that is lost comes as a refund with code 2; the words for its other ends are not known. An inquiry moves no money.
function ofDispute(said: unknown): WebhookReading {
  const { action, transaction, dispute } = expectShape(DisputeNotice, said, 'a dispute');
  if (action !== 'adding' || dispute.type === 'retrieval') return { outcome: 'ignored' };
  const about = {
    transactionId: String(transaction.id),
    attemptId: attemptIn(transaction.external_id),
    isTest: isDryRun(transaction.dry_run),
    dedupKey: `dispute:${transaction.id}`,
  };
  return { outcome: 'facts', facts: [disputeFact(transaction.total, about)] };
}

const customAttempt = (custom: unknown): unknown =>
  typeof custom === 'object' && custom !== null && 'attempt_id' in custom ? custom.attempt_id : undefined;
