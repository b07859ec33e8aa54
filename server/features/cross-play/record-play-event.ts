// Stores a play event, advances quests, grants their rewards and unlocks their achievements, once per event. What a page
// reports is not verified, so by default only reports from the game's server count for quests with a reward.
import { sql, type Transaction } from 'kysely';
import type { FilterableEvent } from '#model/event-filter.ts';
import type { Database } from '#server/db/database.ts';
import { lockAccount } from '#server/db/lock-account.ts';
import type { Tables } from '#server/db/tables.ts';
import { notifyPageOfUnlock, unlockAchievement } from '#server/features/achievements/unlock-achievement.ts';
import type { PlatformSync } from '#server/features/platform-sync/platform-sync.ts';
import type { NotifyGameServer } from './play-event-notifier.ts';
import {
  compileEventFilter,
  readActiveQuests,
  readEventRules,
  type ActiveQuest,
  type EventReporter,
} from './event-rules.ts';
import { grantReward } from './grant-reward.ts';

export interface PlayEvent extends FilterableEvent {
  readonly eventId: string;
  readonly game: string;
  readonly value: number | undefined;
}

export type RecordPlayEventResult =
  | {
      readonly outcome: 'recorded';
      readonly advancedQuestIds: readonly string[];
      readonly unlockedCodes: readonly string[];
    }
  | { readonly outcome: 'not wanted' | 'known already' | 'no such account' };

export interface RecordPlayEventDeps {
  readonly database: Database;
  readonly notifyServer: NotifyGameServer;
  readonly platformSync: PlatformSync;
  readonly now: () => Date;
}

export async function recordPlayEvent(
  { database, notifyServer, now, platformSync }: RecordPlayEventDeps,
  accountId: string,
  event: PlayEvent,
  reporter: EventReporter,
): Promise<RecordPlayEventResult> {
  const { game, eventCode: code } = event;
  const rules = await readEventRules(database.kysely, game);
  const active = await readActiveQuests(database.kysely, { game, code, reporter });
  const quests = active.filter(({ matches }) => matches(event));
  if (quests.length === 0 && !compileEventFilter(rules)(event)) return { outcome: 'not wanted' };
  const canUnlock = quests.some(({ achievement }) => achievement !== null);
  const sync = canUnlock ? await platformSync.prepare(game) : undefined;
  return database.transaction(async (trx) => {
    if (!(await lockAccount(trx, accountId, 'shared'))) return { outcome: 'no such account' };
    if (!(await insertEvent(trx, accountId, event))) return { outcome: 'known already' };
    const advancedQuestIds: string[] = [];
    const unlockedCodes: string[] = [];
    for (const quest of quests) {
      const { questId, goal, reward, achievement } = quest;
      const progress = await advance(trx, accountId, quest, event.value);
      if (progress !== undefined) advancedQuestIds.push(questId);
      if (!reward && achievement === null) continue;
      // A goal may have been lowered, or a reward added, after the player reached it.
      if (!(progress === undefined ? await isReached(trx, accountId, quest) : progress >= goal)) continue;
      if (reward) await grantReward(trx, { accountId, questId, reward }, now());
      if (achievement === null) continue;
      const unlock = { accountId, game, code: achievement, reporter: 'quest' } as const;
      if ((await unlockAchievement(trx, unlock)) !== 'unlocked') continue;
      unlockedCodes.push(achievement);
      await sync?.queueUnlock(trx, { accountId, game, code: achievement });
      if (reporter === 'server') await notifyPageOfUnlock(trx, unlock);
    }
    await notifyServer(trx, { game, accountId, eventId: event.eventId });
    return { outcome: 'recorded', advancedQuestIds, unlockedCodes };
  });
}

async function insertEvent(trx: Transaction<Tables>, accountId: string, event: PlayEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('in_game_events')
    .values({
      account_id: accountId,
      event_id: event.eventId,
      game: event.game,
      code: event.eventCode,
      value: event.value ?? null,
      p1: event.p1 ?? null,
      p2: event.p2 ?? null,
      p3: event.p3 ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns the new progress; undefined if it hasn't changed. */
async function advance(
  trx: Transaction<Tables>,
  accountId: string,
  { questId, adds, goal }: ActiveQuest,
  value: number | undefined,
): Promise<number | undefined> {
  const step = adds === 'one' ? 1 : Math.min(goal, Math.max(0, Math.floor(value ?? 0)));
  if (step === 0) return undefined;
  const { rows } = await sql<{ progress: number }>`
    insert into quest_progress (account_id, quest_id, progress) values (${accountId}, ${questId}, ${step})
    on conflict (account_id, quest_id) do update
    set progress = least(${goal}, quest_progress.progress + ${step}), updated_at = now()
    where quest_progress.progress < ${goal}
    returning progress`.execute(trx);
  return rows[0]?.progress;
}

async function isReached(
  trx: Transaction<Tables>,
  accountId: string,
  { questId, goal }: ActiveQuest,
): Promise<boolean> {
  const row = await trx
    .selectFrom('quest_progress')
    .select('progress')
    .where('account_id', '=', accountId)
    .where('quest_id', '=', questId)
    .executeTakeFirst();
  return row !== undefined && row.progress >= goal;
}
