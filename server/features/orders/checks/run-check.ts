import type { CheckToSend, OrdersDeps } from '../orders-deps.ts';
import { checkAttempt, readAttempt } from './check-attempt.ts';
import { checkTime, findNextStep } from './check-schedule.ts';

/** A scheduled check enqueues the next one before it starts. */
export async function runCheck(deps: OrdersDeps, { attemptId, step, cancel = false }: CheckToSend): Promise<void> {
  const found = await readAttempt(deps, attemptId);
  if (!found) return;
  const { attempt, isCharged } = found;
  if (isCharged && step !== undefined) return;
  const next = step === undefined ? undefined : findNextStep(attempt.created_at, step, deps.now());
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
