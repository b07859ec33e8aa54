// Reads and writes a game's achievements as its document has them. An achievement that is no longer in the document
// stays for the players who have unlocked it.
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { AchievementEntry } from './achievement-entry.ts';

/** @param only undefined: of all games */
export async function readAchievementEntries(
  db: Kysely<Tables>,
  only?: string,
): Promise<Map<string, AchievementEntry[]>> {
  const rows = await db
    .selectFrom('achievements')
    .selectAll()
    .where('is_active', 'is', true)
    .$if(only !== undefined, (read) => read.where('game', '=', only ?? ''))
    .orderBy('position')
    .orderBy('code')
    .execute();
  const entries = rows.map((row): [string, AchievementEntry] => [
    row.game,
    {
      Code: row.code,
      Names: row.names,
      ...(Object.keys(row.descriptions).length > 0 && { Descriptions: row.descriptions }),
      ...(Object.keys(row.icons).length > 0 && { Icons: row.icons }),
      ...(row.points > 0 && { Points: row.points }),
      ...(row.target > 1 && { Target: row.target }),
      ...(row.is_hidden && { Hidden: true }),
      ...(row.unlocked_by !== 'game' && { UnlockedBy: row.unlocked_by === 'server' ? 'Server' : 'Quest' }),
      ...(row.max_step !== null && { MaxStep: row.max_step }),
      ...(row.step_seconds !== null && { StepSeconds: row.step_seconds }),
    },
  ]);
  const byGame = Map.groupBy(entries, ([game]) => game);
  return new Map([...byGame].map(([game, own]) => [game, own.map(([, entry]) => entry)]));
}

/** Returns the codes of the removed achievements. */
export async function writeAchievements(
  trx: Transaction<Tables>,
  game: string,
  entries: readonly AchievementEntry[],
): Promise<string[]> {
  for (const [position, entry] of entries.entries()) {
    const row = {
      position,
      names: JSON.stringify(entry.Names),
      descriptions: JSON.stringify(entry.Descriptions ?? {}),
      icons: JSON.stringify(entry.Icons ?? {}),
      points: entry.Points ?? 0,
      target: entry.Target ?? 1,
      is_hidden: entry.Hidden ?? false,
      is_active: true,
      unlocked_by: sources[entry.UnlockedBy ?? 'Game'],
      max_step: entry.MaxStep ?? null,
      step_seconds: entry.StepSeconds ?? null,
    };
    await trx
      .insertInto('achievements')
      .values({ game, code: entry.Code, ...row })
      .onConflict((conflict) => conflict.columns(['game', 'code']).doUpdateSet(row))
      .execute();
  }
  const { rows } = await sql<{ code: string }>`
    update achievements set is_active = false
    where game = ${game} and is_active and not code = any(${entries.map(({ Code }) => Code)}::text[])
    returning code`.execute(trx);
  await sql`
    delete from achievements a where a.game = ${game} and not a.is_active
      and not exists (select from player_achievements p
        where p.game = a.game and p.code = a.code and p.unlocked_at is not null)`.execute(trx);
  return rows.map(({ code }) => code);
}

const sources = { Game: 'game', Server: 'server', Quest: 'quest' } as const;
