import { stat } from 'node:fs/promises';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { describeBackupAge, readBackupStates, type BackupState } from '#server/db/scheduled-backups.ts';
import { okFinding, problemFinding, warningFinding, type Finding } from './finding.ts';

const dayS = 24 * 3600;

export async function checkBackups(
  database: Database,
  { scheduledBackups, nodeName }: Pick<Config, 'scheduledBackups' | 'nodeName'>,
): Promise<Finding[]> {
  if (!scheduledBackups) return [okFinding('SCHEDULED_BACKUPS is off: you make backups yourself')];
  const states = await readBackupStates(database);
  return Promise.all(states.map((state) => judge(state, nodeName)));
}

async function judge(state: BackupState, nodeName: string): Promise<Finding> {
  const { ageSeconds, fault, node, place } = state;
  const text = describeBackupAge(state) + (fault === null ? '' : `: ${fault}`);
  const remedy = `Search the nodes' logs for "A scheduled backup failed", check that BACKUP_DIR is writable and has space, and make a backup now: npm run backup`;
  if (ageSeconds > 3 * dayS) return problemFinding(text, remedy);
  if (fault !== null || ageSeconds > 1.5 * dayS) return warningFinding(text, remedy);
  if (node === nodeName && place !== null && !(await isThere(place)))
    return problemFinding(
      `${text}, but ${place} is missing`,
      'Find out why it is missing, and make another: npm run backup',
    );
  return okFinding(node === null ? text : `${text}, on ${node}`);
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
