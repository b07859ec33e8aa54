// Records a player's progress in an achievement. The row is locked while it changes, so of several calls at once exactly
// one unlocks it. Progress never decreases, and an unlocked achievement stays unlocked.
import { sql, type Transaction } from 'kysely';
import type { AchievementSource } from '#server/db/achievement-tables.ts';
import { sendSignalToNodesAfterCommit } from '#server/db/node-signals.ts';
import type { Tables } from '#server/db/tables.ts';

export interface UnlockRequest {
  readonly accountId: string;
  readonly game: string;
  readonly code: string;
  /** Absent: as much as is needed. */
  readonly progress?: number | undefined;
  readonly reporter: AchievementSource;
}

/**
 * `unknown`: there is no such achievement, or it can't be unlocked any more. `forbidden`: not by this reporter. `limit`:
 * more progress at once, or sooner, than the game has declared.
 */
export type UnlockOutcome = 'unlocked' | 'advanced' | 'unchanged' | 'unknown' | 'forbidden' | 'limit';

/** The account must be locked. */
export async function unlockAchievement(trx: Transaction<Tables>, request: UnlockRequest): Promise<UnlockOutcome> {
  const { accountId, game, code, reporter } = request;
  const achievement = await trx
    .selectFrom('achievements')
    .select(['target', 'unlocked_by', 'max_step', 'step_seconds'])
    .where('game', '=', game)
    .where('code', '=', code)
    .where('is_active', 'is', true)
    // An operator's change of the list waits for the calls that have begun.
    .forShare()
    .executeTakeFirst();
  if (!achievement) return 'unknown';
  if (trust[reporter] < trust[achievement.unlocked_by]) return 'forbidden';
  const { target, step_seconds } = achievement;
  await trx
    .insertInto('player_achievements')
    .values({ account_id: accountId, game, code })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const before = await trx
    .selectFrom('player_achievements')
    .select(['progress', 'unlocked_at'])
    .select(sql<boolean>`updated_at > now() - make_interval(secs => ${step_seconds ?? 0})`.as('is_recent'))
    .where('account_id', '=', accountId)
    .where('game', '=', game)
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (before.unlocked_at) return 'unchanged';
  const progress = Math.min(request.progress ?? target, target);
  const isUnlocked = progress >= target;
  // The target may have been lowered to what the player had reached before.
  if (progress <= before.progress && !isUnlocked) return 'unchanged';
  if (reporter === 'game') {
    const { max_step } = achievement;
    if (max_step !== null && progress - before.progress > max_step) return 'limit';
    if (step_seconds !== null && before.progress > 0 && before.is_recent) return 'limit';
  }
  await trx
    .updateTable('player_achievements')
    .set({ progress, updated_at: sql`now()`, ...(isUnlocked && { unlocked_at: sql<Date>`now()` }) })
    .where('account_id', '=', accountId)
    .where('game', '=', game)
    .where('code', '=', code)
    .execute();
  return isUnlocked ? 'unlocked' : 'advanced';
}

/** Players can forge what the game's page reports. */
const trust: Readonly<Record<AchievementSource, number>> = { game: 0, server: 1, quest: 2 };

/** The payload has the account, the game and the code. */
export const achievementUnlockedSignalTopic = 'achievement-unlocked';

/** For unlocks that the player's page did not cause itself: it learns of them by the presence stream. */
export const notifyPageOfUnlock = (
  trx: Transaction<Tables>,
  { accountId, game, code }: Pick<UnlockRequest, 'accountId' | 'game' | 'code'>,
): Promise<void> => sendSignalToNodesAfterCommit(trx, achievementUnlockedSignalTopic, `${accountId} ${game} ${code}`);
