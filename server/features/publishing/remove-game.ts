// Deletes a game permanently. Every table that references games is counted first, so new tables are included. If rows
// must outlive the game, the deletion is rejected.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import { endSession } from '#server/features/sessions/sessions.ts';
import type { BuildFiles } from './build-files.ts';
import { gameObject } from './build-object.ts';
import { withGameLock } from './with-game-lock.ts';

export interface RowsToDelete {
  readonly what: string;
  readonly rows: number;
  /** The foreign key has no cascade: these rows must outlive the game. */
  readonly mustStay: boolean;
}

export async function countRowsToDelete({ kysely }: Database, game: string): Promise<RowsToDelete[]> {
  const { rows: references } = await sql<{ name: string; column: string; action: string }>`
    select constrained.relname as name, attribute.attname as column, reference.confdeltype as action
    from pg_constraint reference
    join pg_class constrained on constrained.oid = reference.conrelid
    join pg_attribute attribute on attribute.attrelid = reference.conrelid and attribute.attnum = reference.conkey[1]
    where reference.contype = 'f' and reference.confrelid = 'games'::regclass
    order by constrained.relname <> 'connected_games', constrained.relname <> 'orders', constrained.relname`.execute(
    kysely,
  );
  const losses: RowsToDelete[] = [];
  for (const { name, column, action } of references) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} where ${sql.ref(column)} = ${game}`.execute(kysely);
    losses.push({ what: nameOf(name), rows: rows[0]?.count ?? 0, mustStay: action === 'a' || action === 'r' });
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from document_acceptances join document_versions using (version_id)
    join documents using (document_id) where game = ${game}`.execute(kysely);
  losses.push({ what: 'acceptances of its documents', rows: rows[0]?.count ?? 0, mustStay: false });
  return losses.filter(({ rows: count }) => count > 0);
}

export async function removeGame(
  game: string,
  { database, buildFiles, record }: { database: Database; buildFiles: BuildFiles; record: RecordChange },
): Promise<void> {
  await withGameLock(database, game, async (client) => {
    // Fails while an object store can't be reached: without the game, its files could not be removed later.
    await buildFiles.list(game, 'build');
    const ids = await database.kysely.selectFrom('sessions').select('session_id').where('game', '=', game).execute();
    await database.transaction(async (trx) => {
      // Nodes cache sessions and must be notified.
      for (const { session_id } of ids) await endSession(trx, session_id);
      await trx.updateTable('games').set({ published: false }).where('game', '=', game).execute();
      await record(trx, { object: gameObject(game), after: { Removed: true } });
    });
    // On the lock's connection, which has no statement timeout: deleting years of events takes long.
    await client.query('begin');
    try {
      await client.query(
        `delete from document_acceptances where version_id in (
           select version_id from document_versions join documents using (document_id) where game = $1)`,
        [game],
      );
      await client.query('delete from games where game = $1', [game]);
      await client.query('commit');
    } catch (cause) {
      await client.query('rollback');
      throw new Error(
        `${game} could not be removed and is hidden now. Show it again: npm run games -- unhide ${game}`,
        {
          cause,
        },
      );
    }
    await buildFiles.removeGame(game);
  });
}

const nameOf = (table: string): string => names.get(table) ?? `rows of ${table}`;
const names: ReadonlyMap<string, string> = new Map([
  ['connected_games', 'connected players'],
  ['orders', 'orders'],
  ['products', 'products'],
  ['builds', 'builds'],
  ['build_drafts', 'drafts of builds'],
  ['quests', 'quests, with what players have done for them'],
  ['achievements', 'achievements, with what players have unlocked'],
  ['in_game_events', 'events of play'],
  ['game_keys', "keys of the game's server"],
]);
