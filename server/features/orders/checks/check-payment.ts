// Reads a provider's books about an attempt and settles what they say. Nobody's word is needed for it: notices may be lost, hints
// may lie, and an order ends right all the same.
import { sql } from 'kysely';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { KnownAttempt } from '#payments/port.server.ts';
import { withAttempt } from '../facts/attempt-of-order.ts';
import { nextStep, checkTime } from './check-schedule.ts';
import { openAttempt } from '../attempts/open-attempt.ts';
import type { AttemptRow, CheckToSend, OrderRow, OrdersDeps } from '../orders-deps.ts';
import { hostOf, inTime, providerOf } from '../providers/provider-account.ts';
import { settleFact, type Settled } from '../facts/settle-fact.ts';
import { unknownBefore } from './unknown-before.ts';

/** A check by the schedule, or because somebody has a reason. By the schedule it asks for the next one before it begins. */
export async function runCheck(deps: OrdersDeps, { attemptId, step, cancel = false }: CheckToSend): Promise<void> {
  const found = await readAttempt(deps, attemptId);
  if (!found) return;
  const { attempt, isCharged } = found;
  if (isCharged && step !== undefined) return;
  const next = step === undefined ? undefined : nextStep(attempt.created_at, step, deps.now());
  if (next !== undefined)
    await deps.database.transaction((trx) =>
      deps.sendCheck(
        trx,
        { attemptId, step: next },
        { startAfter: checkTime(attempt.created_at, next), key: `${attemptId} ${next}` },
      ),
    );
  await checkAttempt(deps, attemptId, { cancel });
}

/** One look at a time, which begins after it was asked for. Throws when the provider's books cannot be read. */
export function checkAttempt(deps: OrdersDeps, attemptId: string, { cancel = false } = {}): Promise<void> {
  // A look that closes the payment is not the same as one that does not.
  return deps.reading(cancel ? `${attemptId} cancel` : attemptId, async () => {
    const found = await readAttempt(deps, attemptId);
    if (found) await look(deps, found, cancel);
  });
}

/**
 * Asks for a look at what is open of an order, at most once in a few seconds however many ask: of them one finds the attempt due.
 */
export async function wakeCheck(deps: OrdersDeps, order: OrderRow): Promise<void> {
  if (order.paid_at !== null) return;
  const now = deps.now();
  await deps.database.transaction(async (trx) => {
    const due = await trx
      .updateTable('payment_attempts')
      .set({ checked_at: now })
      .where('order_id', '=', order.order_id)
      .where('state', 'in', ['creating', 'open'])
      .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', new Date(now.getTime() - pauseMs))]))
      .returning('attempt_id')
      .execute();
    for (const { attempt_id: attemptId } of due) await deps.sendCheck(trx, { attemptId });
  });
}

/** Asks for what is open of an order to be closed at its provider, once for each attempt. */
export async function wakeCancel(deps: OrdersDeps, order: OrderRow): Promise<void> {
  if (order.paid_at !== null) return;
  await deps.database.transaction(async (trx) => {
    const open = await trx
      .selectFrom('payment_attempts')
      .select('attempt_id')
      .where('order_id', '=', order.order_id)
      .where('state', '=', 'open')
      .execute();
    for (const { attempt_id: attemptId } of open)
      await deps.sendCheck(trx, { attemptId, cancel: true }, { key: `${attemptId} cancel` });
  });
}

/** Looks now, or when the pause since the last look is over: whoever brings word of a change must not be forgotten. */
export async function lookSoon(deps: OrdersDeps, attempt: AttemptRow): Promise<void> {
  const now = deps.now();
  const claimed = await deps.database.kysely
    .updateTable('payment_attempts')
    .set({ checked_at: now })
    .where('attempt_id', '=', attempt.attempt_id)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', new Date(now.getTime() - pauseMs))]))
    .executeTakeFirst();
  if (claimed.numUpdatedRows > 0n) return checkAttempt(deps, attempt.attempt_id);
  const startAfter = new Date((attempt.checked_at ?? now).getTime() + pauseMs);
  await deps.database.transaction((trx) =>
    deps.sendCheck(
      trx,
      { attemptId: attempt.attempt_id },
      { startAfter, key: `${attempt.attempt_id} ${startAfter.toISOString()}` },
    ),
  );
}

/**
 * Settles what a provider has proved. Before a refund that nobody here has asked for, the order's earlier payments are looked at:
 * where one of them pays the order, this one was paid twice, and a notice that is still on its way must not decide about that.
 */
export async function settleProved(
  deps: OrdersDeps,
  provider: string,
  told: PaymentFact,
  ofGame: (game: string) => Promise<boolean>,
): Promise<Settled> {
  const fact = await withAttempt(deps.database.kysely, provider, told);
  for (const attemptId of await unknownBefore(deps.database.kysely, provider, fact)) {
    try {
      await checkAttempt(deps, attemptId);
    } catch (error) {
      deps.log.warn({ err: error, provider, attemptId }, 'A payment could not be looked at; what is known decides.');
    }
  }
  return settleFact(deps, provider, fact, ofGame);
}

const pauseMs = 5000;

interface Found {
  readonly attempt: AttemptRow;
  readonly game: string;
  readonly orderExpiresAt: Date;
  readonly isCharged: boolean;
}

async function readAttempt({ database: { kysely } }: OrdersDeps, attemptId: string): Promise<Found | undefined> {
  const row = await kysely
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.order_id', 'payment_attempts.order_id')
    .selectAll('payment_attempts')
    .select(['orders.game', 'orders.expires_at as order_expires_at'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('ledger')
            .select('ledger.kind')
            .whereRef('ledger.attempt_id', '=', 'payment_attempts.attempt_id')
            .where('ledger.kind', '=', 'charged'),
        )
        .as('is_charged'),
    )
    .where('payment_attempts.attempt_id', '=', attemptId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { game, order_expires_at: orderExpiresAt, is_charged: isCharged, ...attempt } = row;
  return { attempt, game, orderExpiresAt, isCharged: Boolean(isCharged) };
}

async function look(deps: OrdersDeps, { attempt, game, orderExpiresAt }: Found, cancel: boolean): Promise<void> {
  const provider = providerOf(deps, attempt.provider);
  const isLate = orderExpiresAt <= deps.now();
  // The answer to opening it was lost: the same is asked again, while it can still be paid, or where nothing else tells whether it
  // is there. What nobody is to pay any more is closed.
  if (attempt.state === 'creating' && (!isLate || provider.half.readsByName)) {
    await openAttempt(deps, attempt);
    const opened = await readAttempt(deps, attempt.attempt_id);
    return opened && opened.attempt.state === 'open' ? look(deps, opened, cancel || isLate) : undefined;
  }
  // It has ended without a name there: nobody was ever given a way to pay it.
  if (attempt.provider_payment_id === null && provider.half.readsByName) return;
  const host = await hostOf(deps, provider, game);
  const known = knownAttempt(attempt);
  if (cancel && provider.half.cancel && attempt.state === 'open') {
    try {
      await inTime(provider, provider.half.cancel(known, host));
    } catch (error) {
      deps.log.warn({ err: error, provider: attempt.provider }, 'A payment could not be closed; it ends by itself.');
    }
  }
  const { facts, isOver } = await inTime(provider, provider.half.read(known, host));
  await deps.database.kysely
    .updateTable('payment_attempts')
    .set({ checked_at: deps.now(), checks: sql<number>`checks + 1` })
    .where('attempt_id', '=', attempt.attempt_id)
    .execute();
  // These settings are those of the order's game.
  const ofGame = async (): Promise<boolean> => true;
  for (const fact of facts) await settleProved(deps, attempt.provider, fact, ofGame);
  if (!isOver || facts.some(({ kind }) => kind === 'paid')) return;
  const over = { kind: 'expired', dedupKey: `over ${attempt.attempt_id}`, attemptId: attempt.attempt_id } as const;
  await settleFact(deps, attempt.provider, { ...over, isTest: false }, ofGame);
}

export function knownAttempt(attempt: AttemptRow): KnownAttempt {
  return {
    attemptId: attempt.attempt_id,
    orderId: attempt.order_id,
    ...(attempt.provider_payment_id !== null && { providerPaymentId: attempt.provider_payment_id }),
    amountMinor: attempt.amount_minor,
    currency: attempt.currency,
    createdAt: attempt.created_at,
  };
}
