// Stripe's own list of a span: payments that were taken, refunds and disputes, page by page to the end. What has not our ids in its
// payment belongs to another shop in the same account.
import type { Static, TSchema } from 'typebox';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { Span } from '../port.server.ts';
import { fromStripeAmount } from './amounts.ts';
import { clientFor, type Host } from './ask-stripe.server.ts';
import { attemptIn, disputeFact, refundFact } from './facts.server.ts';
import { expectShape, ListedDispute, ListedIntent, ListedRefund, listOf } from './objects.server.ts';

export async function listStripe(span: Span, host: Host): Promise<readonly PaymentFact[]> {
  const { paymentIntents, refunds, disputes } = clientFor(host);
  const created = { gte: secondsOf(span.from), lte: secondsOf(span.to) };
  const expand = ['data.payment_intent'];
  const facts = [
    ...(await allOf(ListedIntent, 'payments', (page) => paymentIntents.list({ created, ...page }))).map(paidFact),
    ...(await allOf(ListedRefund, 'refunds', (page) => refunds.list({ created, expand, ...page }))).map((refund) =>
      ofPayment(refund, (about) => refundFact(refund, about)),
    ),
    ...(await allOf(ListedDispute, 'disputes', (page) => disputes.list({ created, expand, ...page }))).map((dispute) =>
      ofPayment(dispute, (about) => disputeFact(dispute, about)),
    ),
  ];
  return facts.filter((fact) => fact !== undefined);
}

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

interface Page {
  readonly limit: number;
  readonly starting_after?: string;
}

const pageSize = 100;
const mostPages = 200;

async function allOf<S extends TSchema>(
  schema: S,
  what: string,
  ask: (page: Page) => PromiseLike<unknown>,
): Promise<readonly Static<S>[]> {
  const found: Static<S>[] = [];
  let last: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await ask({ limit: pageSize, ...(last !== undefined && { starting_after: last }) });
    const { data, has_more: isMore } = expectShape(listOf(schema), answer, `a list of ${what}`);
    found.push(...data);
    if (!isMore) return found;
    const next = (data.at(-1) as { readonly id: string } | undefined)?.id;
    if (next === undefined || next === last) throw new Error(`Stripe's list of ${what} does not go on after ${last}.`);
    last = next;
  }
  throw new Error(`Stripe lists more than ${mostPages * pageSize} ${what} in one span. Ask for a shorter one.`);
}

function paidFact(intent: Static<typeof ListedIntent>): PaymentFact | undefined {
  const attemptId = attemptIn(intent.metadata);
  if (attemptId === undefined || intent.status !== 'succeeded') return undefined;
  return {
    kind: 'paid',
    dedupKey: `list:paid:${intent.id}`,
    attemptId,
    transactionId: intent.id,
    ...fromStripeAmount(intent.amount_received, intent.currency),
    isTest: !intent.livemode,
  };
}

/** A refund or a dispute, of whom its payment says whose it is. */
function ofPayment(
  told: Static<typeof ListedRefund> | Static<typeof ListedDispute>,
  factOf: (about: Parameters<typeof refundFact>[1]) => PaymentFact | undefined,
): PaymentFact | undefined {
  const { payment_intent: payment, object, id, status } = told;
  if (typeof payment !== 'object' || payment === null) return undefined;
  const attemptId = attemptIn(payment.metadata);
  if (attemptId === undefined) return undefined;
  return factOf({ attemptId, isTest: !payment.livemode, dedupKey: `read:${object}:${id}:${status}` });
}
