// Stores a play event and advances quests, once per event. Games' reports are not verified, so nothing of value may
// depend on them.
import { sql, type Transaction } from 'kysely';
import type { FilterableEvent } from '#model/event-filter.ts';
import type { Database } from '#server/db/database.ts';
import { lockAccount } from '#server/db/lock-account.ts';
import type { Tables } from '#server/db/tables.ts';
import type { NotifyGameServer } from './play-event-notifier.ts';
import { compileEventFilter, readActiveQuests, readEventRules, type ActiveQuest } from './event-rules.ts';

export interface PlayEvent extends FilterableEvent {
  readonly eventId: string;
  readonly game: string;
  readonly value: number | undefined;
}

export type RecordPlayEventResult = 'recorded' | 'not wanted' | 'known already' | 'no such account';

export async function recordPlayEvent(
  database: Database,
  notifyServer: NotifyGameServer,
  accountId: string,
  event: PlayEvent,
): Promise<RecordPlayEventResult> {
  const rules = await readEventRules(database.kysely, event.game);
  const quests = (await readActiveQuests(database.kysely, event.game, event.eventCode)).filter(({ matches }) =>
    matches(event),
  );
  if (quests.length === 0 && !compileEventFilter(rules)(event)) return 'not wanted';
  return database.transaction(async (trx) => {
    if (!(await lockAccount(trx, accountId, 'shared'))) return 'no such account';
    if (!(await insertEvent(trx, accountId, event))) return 'known already';
    for (const quest of quests) await advance(trx, accountId, quest, event.value);
    await notifyServer(trx, { game: event.game, accountId, eventId: event.eventId });
    return 'recorded';
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

async function advance(
  trx: Transaction<Tables>,
  accountId: string,
  { questId, adds, goal }: ActiveQuest,
  value: number | undefined,
): Promise<void> {
  const step = adds === 'one' ? 1 : Math.min(goal, Math.max(0, Math.floor(value ?? 0)));
  if (step === 0) return;
  await sql`
    insert into quest_progress (account_id, quest_id, progress) values (${accountId}, ${questId}, ${step})
    on conflict (account_id, quest_id) do update
    set progress = least(${goal}, quest_progress.progress + ${step}), updated_at = now()
    where quest_progress.progress < ${goal}`.execute(trx);
}
