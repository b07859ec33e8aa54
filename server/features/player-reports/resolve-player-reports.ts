import { sql, type Transaction } from 'kysely';
import type { PlayerReportReason } from '#model/player-report.ts';
import type { Tables } from '#server/db/tables.ts';

export type PlayerReportResolution = 'dismissed' | 'renamed' | 'scores-hidden' | 'blocked';

export interface ResolvedReports {
  readonly accountId: string;
  readonly resolution: PlayerReportResolution;
  /** Absent: for all reasons. */
  readonly reasons?: readonly PlayerReportReason[];
  /** Absent: wherever the player was seen. */
  readonly board?: { readonly game: string; readonly leaderboard: string };
}

/** Resolves the open reports of a player that a change settles. Returns how many, for the audit log. */
export async function resolvePlayerReports(
  trx: Transaction<Tables>,
  { accountId, resolution, reasons, board }: ResolvedReports,
): Promise<number> {
  const { rows } = await sql`
    update player_reports set resolved_at = now(), resolution = ${resolution}
    where reported_account_id = ${accountId} and resolved_at is null
      and (${reasons ?? null}::text[] is null or reason = any(${reasons ?? null}::text[]))
      and (${board?.game ?? null}::text is null
        or (game = ${board?.game ?? null} and leaderboard = ${board?.leaderboard ?? null}))
    returning 1`.execute(trx);
  return rows.length;
}

/** A field of an audit entry; none if there were no reports. */
export const describeResolvedReports = (count: number): { readonly ResolvedReports?: number } =>
  count > 0 ? { ResolvedReports: count } : {};
