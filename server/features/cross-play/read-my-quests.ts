import { sql, type Kysely } from 'kysely';
import { chooseLocalizedText, toLocale } from '#model/locale.ts';
import type { Tables } from '#server/db/tables.ts';

export interface MyQuest {
  readonly questId: string;
  readonly game: string;
  readonly title: string;
  readonly progress: number;
  readonly goal: number;
}

const maxQuests = 500;

/** The active quests of the account's connected games, in its language; of one game, if given. */
export async function readMyQuests(
  db: Kysely<Tables>,
  accountId: string,
  game: string | undefined,
): Promise<MyQuest[]> {
  let read = db
    .selectFrom('accounts')
    .innerJoin('connected_games', 'connected_games.account_id', 'accounts.account_id')
    .innerJoin('games', 'games.game', 'connected_games.game')
    .innerJoin('quests', 'quests.game', 'connected_games.game')
    .leftJoin('quest_progress', (join) =>
      join
        .onRef('quest_progress.quest_id', '=', 'quests.quest_id')
        .onRef('quest_progress.account_id', '=', 'accounts.account_id'),
    )
    .select(['accounts.locale', 'quests.quest_id', 'quests.game', 'quests.titles', 'quests.goal'])
    .select(sql<number>`least(coalesce(quest_progress.progress, 0), quests.goal)`.as('progress'))
    .where('accounts.account_id', '=', accountId)
    .where('games.published', 'is', true)
    .where('quests.is_active', 'is', true);
  if (game !== undefined) read = read.where('quests.game', '=', game);
  const rows = await read
    .orderBy('games.position')
    .orderBy('quests.game')
    .orderBy('quests.position')
    .orderBy('quests.quest_id')
    .limit(maxQuests)
    .execute();
  return rows.map((row) => ({
    questId: row.quest_id,
    game: row.game,
    title: chooseLocalizedText(row.titles, toLocale(row.locale)).slice(0, 200),
    progress: row.progress,
    goal: row.goal,
  }));
}
