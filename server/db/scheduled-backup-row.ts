import type { Generated } from 'kysely';

/** The backups of one kind: when the last one was made, by which node, and who is making the next one. */
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
