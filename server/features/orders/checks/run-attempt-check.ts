import type { ScheduledAttemptCheck, OrdersDeps } from '../orders-deps.ts';
import { checkAttempt, readAttempt } from './check-attempt.ts';
import { computeCheckTime, findNextCheckStep } from './check-schedule.ts';

/** A scheduled check enqueues the next one before it starts. */
export async function runAttemptCheck(
  deps: OrdersDeps,
  { attemptId, step, cancel = false }: ScheduledAttemptCheck,
): Promise<void> {
  const found = await readAttempt(deps, attemptId);
  if (!found) return;
  const { attempt, isCharged } = found;
  if (isCharged && step !== undefined) return;
  const next = step === undefined ? undefined : findNextCheckStep(attempt.created_at, step, deps.now());
  if (next !== undefined)
    await deps.database.transaction((trx) =>
      deps.sendCheck(
        trx,
        { attemptId, step: next },
        { startAfter: computeCheckTime(attempt.created_at, next), key: `${attemptId} ${next}` },
      ),
    );
  await checkAttempt(deps, attemptId, { cancel });
}
