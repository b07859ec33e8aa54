import type { Generated } from 'kysely';

/**
 * The state of the daily backups of one type: when and by which node the last one was made, and which node is making
 * the next.
 */
export interface ScheduledBackupRow {
  kind: 'database' | 'games';
  created_at: Generated<Date>;
  finished_at: Date | null;
  node: string | null;
  place: string | null;
  failed_at: Date | null;
  fault: string | null;
  claimed_by: string | null;
  claimed_until: Date | null;
}
