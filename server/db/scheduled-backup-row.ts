import type { Generated } from 'kysely';

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
