import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

export interface ExportedEntry {
  readonly account_id: string;
  readonly game: string;
  readonly leaderboard: string;
  readonly period: string;
  readonly score: number;
  readonly reached_at: Date;
  readonly is_listed: boolean;
}

/** A person's entries with the names of the leaderboards, for the export. */
export async function readExportedEntries(db: Kysely<Tables>, accountIds: readonly string[]): Promise<ExportedEntry[]> {
  const { rows } = await sql<ExportedEntry>`
    select account_id, game, leaderboard, period, score, reached_at, is_listed
    from leaderboard_entries join leaderboards using (board_id)
    where account_id = any(${[...accountIds]}::uuid[])
    order by game, leaderboard, period, account_id`.execute(db);
  return rows;
}
