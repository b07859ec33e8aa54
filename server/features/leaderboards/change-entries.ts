// What operators do with entries. Every change is recorded with the account.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import {
  describeResolvedReports,
  resolvePlayerReports,
} from '#server/features/player-reports/resolve-player-reports.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';

export type EntriesChange = 'Hide' | 'Show' | 'Remove';

export interface ChangeEntriesParams {
  readonly game: string;
  readonly leaderboard: string;
  readonly accountId: string;
  readonly change: EntriesChange;
  readonly reason?: string | undefined;
  readonly record: RecordChange;
}

/** False: nothing changed. */
export function changeLeaderboardEntries(database: Database, params: ChangeEntriesParams): Promise<boolean> {
  const { game, leaderboard, accountId, change, reason, record } = params;
  return database.transaction(async (trx) => {
    // Waits for a submission of the player, which locks the same row.
    const { rows } = await sql<{ is_hidden: boolean }>`
      select hidden_at is not null as is_hidden from leaderboard_players
      where account_id = ${accountId} and game = ${game} and leaderboard = ${leaderboard} for update`.execute(trx);
    const [player] = rows;
    if (!player || (change !== 'Remove' && player.is_hidden === (change === 'Hide'))) return false;
    const ofLeaderboard = sql`account_id = ${accountId} and board_id in (
      select board_id from leaderboards where game = ${game} and leaderboard = ${leaderboard})`;
    if (change === 'Remove') {
      const { rows: removed } = await sql`
        delete from leaderboard_entries where ${ofLeaderboard} returning 1`.execute(trx);
      if (removed.length === 0) return false;
    } else {
      await sql`
        update leaderboard_players set hidden_at = ${change === 'Hide' ? sql`now()` : null}
        where account_id = ${accountId} and game = ${game} and leaderboard = ${leaderboard}`.execute(trx);
      await sql`
        update leaderboard_entries set is_listed = ${change === 'Show'}
          and exists (select from accounts where account_id = ${accountId} and blocked_at is null)
        where ${ofLeaderboard}`.execute(trx);
    }
    const resolved =
      change === 'Show'
        ? 0
        : await resolvePlayerReports(trx, {
            accountId,
            resolution: 'scores-hidden',
            reasons: ['Cheating'],
            board: { game, leaderboard },
          });
    await record(trx, {
      object: { kind: 'leaderboard-entry', id: accountId, game },
      after: { Leaderboard: leaderboard, Change: change, ...describeResolvedReports(resolved) },
      reason,
    });
    return true;
  });
}

export interface OperatorEntryRow {
  readonly account_id: string;
  readonly name: string;
  readonly score: number;
  readonly reached_at: Date;
  readonly is_hidden: boolean;
  readonly rank: number | null;
}

export async function readEntriesForOperator(
  { kysely }: Database,
  { boardId, limit }: { readonly boardId: number; readonly limit: number },
): Promise<OperatorEntryRow[]> {
  const { rows } = await sql<OperatorEntryRow>`
    select e.account_id, a.name, e.score, e.reached_at,
      case when e.is_listed then rank() over (
        partition by e.is_listed order by e.rank_key, e.reached_at, e.account_id) end as rank,
      coalesce(p.hidden_at is not null, false) as is_hidden
    from (
      (select * from leaderboard_entries where board_id = ${boardId} and is_listed
        order by rank_key, reached_at, account_id limit ${limit})
      union all
      (select * from leaderboard_entries where board_id = ${boardId} and not is_listed
        order by rank_key, reached_at, account_id limit ${limit})
    ) e
    join leaderboards b on b.board_id = e.board_id
    join accounts a on a.account_id = e.account_id
    left join leaderboard_players p
      on p.account_id = e.account_id and p.game = b.game and p.leaderboard = b.leaderboard
    order by e.rank_key, e.reached_at, e.account_id
    limit ${limit}`.execute(kysely);
  return rows;
}
