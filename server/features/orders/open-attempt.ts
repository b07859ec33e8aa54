// Asks the provider for a payment, outside of any transaction, and writes down what it answers. An attempt whose answer was lost
// is asked for again by whoever comes first: the buyer, or the next check. The attempt's id makes it one payment there.
import type { PaymentToCreate } from '#payments/port.server.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { followOrder, lockOrder } from './follow-order.ts';
import { addOrderEvent } from './order-events.ts';
import { openAttemptRow } from './order-statements.ts';
import type { AttemptRow, OrdersDeps } from './orders-deps.ts';
import { hostOf, inTime, providerOf } from './provider-host.ts';

export type Opened =
  | { readonly outcome: 'opened'; readonly reply?: object | undefined; readonly redirectUrl?: string }
  | { readonly outcome: 'refused' };

/** Throws when it cannot be known whether there is a payment. `isNew`: nobody but the caller can have asked for it yet. */
export function openAttempt(deps: OrdersDeps, attempt: AttemptRow, { isNew = false } = {}): Promise<Opened> {
  const known = openedOf(deps.sealer, attempt);
  if (known) return Promise.resolve(known);
  return deps.opening(attempt.attempt_id, async () =>
    askProvider(deps, isNew ? attempt : await readAgain(deps, attempt)),
  );
}

/** What the provider answered, if it has. */
export function openedOf(
  sealer: Sealer,
  { sealed_reply: sealed }: AttemptRow,
): Extract<Opened, { outcome: 'opened' }> | undefined {
  // Only what was sealed here opens for this purpose.
  return sealed === null ? undefined : (JSON.parse(sealer.unseal(replyPurpose, sealed)) as never);
}

export const sealRequest = (sealer: Sealer, payment: PaymentToCreate): Buffer =>
  sealer.seal(requestPurpose, JSON.stringify(payment));

const requestPurpose = 'payment request';
const replyPurpose = 'payment reply';

/** Another node, or a call before this one, may have got the answer meanwhile. */
function readAgain({ database }: OrdersDeps, { attempt_id: attemptId }: AttemptRow): Promise<AttemptRow> {
  return database.kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow();
}

async function askProvider(deps: OrdersDeps, attempt: AttemptRow): Promise<Opened> {
  const { attempt_id: attemptId } = attempt;
  const known = openedOf(deps.sealer, attempt);
  if (known) return known;
  const payment = requestOf(deps.sealer, attempt);
  if (!payment) return { outcome: 'refused' };
  const provider = providerOf(deps, attempt.provider);
  const opening = await inTime(provider, provider.half.create(payment, await hostOf(deps, provider, payment.game)));
  if (opening.outcome === 'refused') {
    deps.log.warn({ provider: attempt.provider, attemptId, reason: opening.reason }, 'A provider refuses a payment.');
    await recordRefusal(deps, attempt);
    return opening;
  }
  const { reply, redirectUrl, providerPaymentId, expiresAt } = opening;
  const opened = { outcome: 'opened' as const, reply, ...(redirectUrl !== undefined && { redirectUrl }) };
  await recordOpening(deps, attempt, { opened, providerPaymentId, expiresAt });
  return opened;
}

function requestOf(sealer: Sealer, { sealed_request: sealed }: AttemptRow): PaymentToCreate | undefined {
  if (sealed === null) return undefined;
  const payment = JSON.parse(sealer.unseal(requestPurpose, sealed)) as PaymentToCreate;
  return { ...payment, createdAt: new Date(payment.createdAt), expiresAt: new Date(payment.expiresAt) };
}

interface Recorded {
  readonly opened: Opened;
  readonly providerPaymentId: string | undefined;
  readonly expiresAt: Date | undefined;
}

/** A notice may have been faster: what it said about the attempt stays. */
async function recordOpening(
  deps: OrdersDeps,
  { attempt_id: attemptId, order_id: orderId, provider }: AttemptRow,
  { opened, providerPaymentId, expiresAt }: Recorded,
): Promise<void> {
  await deps.database.transaction(async (trx) => {
    const name = providerPaymentId ?? null;
    const sealedReply = deps.sealer.seal(replyPurpose, JSON.stringify(opened));
    const [written] = await openAttemptRow(trx, orderId, attemptId, name, sealedReply, expiresAt ?? null);
    if (!written) return;
    const { provider_payment_id: firstName, ...order } = written;
    if (firstName !== name)
      deps.log.warn({ provider, attemptId }, 'A provider has two names for one payment; the first one counts.');
    await followOrder(trx, order, deps);
  });
}

async function recordRefusal(
  deps: OrdersDeps,
  { attempt_id: attemptId, order_id: orderId, provider, number }: AttemptRow,
): Promise<void> {
  await deps.database.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId);
    const { numUpdatedRows } = await trx
      .updateTable('payment_attempts')
      .set({ state: 'failed', sealed_request: null })
      .where('attempt_id', '=', attemptId)
      .where('state', '=', 'creating')
      .executeTakeFirst();
    if (!order || numUpdatedRows === 0n) return;
    await addOrderEvent(trx, orderId, 'payment refused', { provider, attempt: number });
    await followOrder(trx, order, deps);
  });
}
