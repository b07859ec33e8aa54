import type { Database } from '#server/db/database.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import { resolvePlayerReports } from '#server/features/player-reports/resolve-player-reports.ts';

/** Returns how many open reports there were. */
export function dismissReports(
  database: Database,
  { accountId, reason, record }: { readonly accountId: string; readonly reason: string; readonly record: RecordChange },
): Promise<number> {
  return database.transaction(async (trx) => {
    const count = await resolvePlayerReports(trx, { accountId, resolution: 'dismissed' });
    if (count > 0)
      await record(trx, { object: { kind: 'player', id: accountId }, after: { DismissedReports: count }, reason });
    return count;
  });
}
