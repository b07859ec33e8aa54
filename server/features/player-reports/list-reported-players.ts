import { sql, type Kysely } from 'kysely';
import type { Static } from 'typebox';
import type { ReportedPlayer } from '#contract/console/moderation.ts';
import type { PlayerReportReason } from '#model/player-report.ts';
import type { Tables } from '#server/db/tables.ts';

/** Texts beyond these are counted only. */
const maxShownReports = 20;

interface ReportRow {
  readonly reason: PlayerReportReason;
  readonly text: string;
  readonly name: string;
  readonly game: string | null;
  readonly leaderboard: string | null;
  /** Of JSON, so a text. */
  readonly at: string;
}

interface ReportedRow {
  readonly account_id: string;
  readonly name: string;
  readonly is_blocked: boolean;
  readonly count: number;
  readonly last_at: Date;
  readonly reasons: { readonly reason: PlayerReportReason; readonly count: number }[];
  readonly latest: ReportRow[];
}

/** Players with open reports, most reported first. */
export async function listReportedPlayers(db: Kysely<Tables>, limit: number): Promise<Static<typeof ReportedPlayer>[]> {
  const { rows } = await sql<ReportedRow>`
    with listed as (
      select reported_account_id, count(*)::int as count, max(created_at) as last_at
      from player_reports where resolved_at is null
      group by reported_account_id order by count desc, last_at desc, reported_account_id limit ${limit}
    )
    select a.account_id, a.name, a.blocked_at is not null as is_blocked, listed.count, listed.last_at,
      (
        select jsonb_agg(jsonb_build_object('reason', each.reason, 'count', each.count) order by each.count desc, each.reason)
        from (
          select reason, count(*) from player_reports
          where reported_account_id = a.account_id and resolved_at is null group by reason
        ) each
      ) as reasons,
      (
        select jsonb_agg(jsonb_build_object('reason', each.reason, 'text', each.text, 'name', each.reported_name,
          'game', each.game, 'leaderboard', each.leaderboard, 'at', each.created_at) order by each.created_at desc)
        from (
          select * from player_reports where reported_account_id = a.account_id and resolved_at is null
          order by created_at desc limit ${maxShownReports}
        ) each
      ) as latest
    from listed join accounts a on a.account_id = listed.reported_account_id
    order by listed.count desc, listed.last_at desc, a.account_id`.execute(db);
  return rows.map((row) => ({
    AccountId: row.account_id,
    Name: row.name.slice(0, 200),
    IsBlocked: row.is_blocked,
    Count: row.count,
    LastAt: row.last_at.toISOString(),
    Reasons: row.reasons.map(({ reason, count }) => ({ Reason: reason, Count: count })),
    Latest: row.latest.map(({ reason, text, name, game, leaderboard, at }) => ({
      Reason: reason,
      Text: text,
      Name: name.slice(0, 200),
      ...(game !== null && leaderboard !== null && { Game: game, Leaderboard: leaderboard }),
      At: new Date(at).toISOString(),
    })),
  }));
}

export async function countReportedPlayers(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct reported_account_id)::int as count from player_reports where resolved_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}
