import { sql } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { PlayerReportReason } from '#model/player-report.ts';
import type { Database } from '#server/db/database.ts';

export interface PlayerReport {
  readonly accountId: string;
  readonly reportedAccountId: string;
  readonly reason: PlayerReportReason;
  readonly text: string | undefined;
  /** Where the reported player was seen. */
  readonly board?: { readonly game: string; readonly leaderboard: string };
}

export const maxReportsADay = 20;

/**
 * Reporting a player again changes the report. Once a moderator has resolved it, it stays resolved until the player has
 * another name.
 */
export function savePlayerReport(
  database: Database,
  { accountId, reportedAccountId, reason, text = '', board }: PlayerReport,
): Promise<void> {
  return database.transaction(async (trx) => {
    // Locks the accounts like a merge does: nothing is written for a merged account.
    const { rows } = await sql<{ account_id: string; name: string }>`
      select account_id, name from accounts
      where account_id = any(${[accountId, reportedAccountId]}::uuid[]) and merged_into is null
      order by account_id for share`.execute(trx);
    const reported = rows.find(({ account_id }) => account_id === reportedAccountId);
    if (!reported || rows.length < 2) throw new Problem('NotFound', 'There is no such player.');
    // Reports of one player wait for each other, so that they are counted.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`player reports ${accountId}`}, 0))`.execute(trx);
    const { rows: today } = await sql<{ count: number; is_known: boolean }>`
      select count(*) filter (where created_at > now() - interval '1 day')::int as count,
        coalesce(bool_or(reported_account_id = ${reportedAccountId} and reported_name = ${reported.name}), false) as is_known
      from player_reports where account_id = ${accountId}`.execute(trx);
    const [given] = today;
    if (given && !given.is_known && given.count >= maxReportsADay)
      throw new Problem('TooManyRequests', `At most ${maxReportsADay} reports a day are taken.`);
    await sql`
      insert into player_reports (account_id, reported_account_id, reported_name, reason, text, game, leaderboard)
      values (${accountId}, ${reportedAccountId}, ${reported.name}, ${reason}, ${text.trim()},
        ${board?.game ?? null}, ${board?.leaderboard ?? null})
      on conflict (account_id, reported_account_id, reported_name) do update set
        reason = excluded.reason, text = excluded.text,
        game = coalesce(excluded.game, player_reports.game),
        leaderboard = coalesce(excluded.leaderboard, player_reports.leaderboard)
      where player_reports.resolved_at is null`.execute(trx);
  });
}
