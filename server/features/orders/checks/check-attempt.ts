// When the provider's books are read about an attempt, and what becomes of what they say.
import { settleProved } from './settle-proved.ts';
import { nextStep, checkTime } from './check-schedule.ts';
import type { AttemptRow, OrderRow } from '../order-rows.ts';
import type { CheckToSend, OrdersDeps } from '../orders-deps.ts';
import { readAttempt, readBooks } from './read-books.ts';

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

/** One reading at a time, which begins after it was asked for. Throws when the books cannot be read. */
export function checkAttempt(deps: OrdersDeps, attemptId: string, { cancel = false } = {}): Promise<void> {
  // A reading that closes the payment is not the same as one that does not.
  return deps.reading(cancel ? `${attemptId} cancel` : attemptId, async () => {
    const books = await readBooks(deps, attemptId, { cancel });
    if (!books) return;
    // The account that was read is the one of the order's game.
    for (const fact of books.facts) await settleProved(deps, books.provider, fact, async () => true);
  });
}

/**
 * Asks for what is open of an order to be checked, at most once in a few seconds however many ask: of them one finds the attempt due.
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

/** Now, or when the pause since the last check is over: whoever brings word of a change must not be forgotten. */
export async function checkSoon(deps: OrdersDeps, attempt: AttemptRow): Promise<void> {
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

const pauseMs = 5000;
