// Checks the database: schema version, clock, sealed values, and disk space for a backup.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { defaultMigrationFolder, readMigrations } from '#server/db/migration-files.ts';
import { countSealedValues, describeSealedColumn } from '#server/secrets/reseal.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { checkSealingKeys } from '#server/secrets/sealing-keys.ts';
import { formatGigabytes, classifyDiskSpace, measureDisk, type MeasureDisk } from '#server/measure-disk.ts';
import { okFinding, problemFinding, warningFinding, type Finding } from './finding.ts';

export async function checkMigrations({ kysely }: Database): Promise<Finding[]> {
  const { rows } = await sql<{ name: string; version: string }>`
    select name, current_setting('server_version') as version from migration_checksums order by name`.execute(kysely);
  const applied = new Set(rows.map(({ name }) => name));
  const files = (await readMigrations(defaultMigrationFolder)).map(({ name }) => name);
  const missing = files.filter((name) => !applied.has(name));
  if (missing.length > 0)
    return [
      problemFinding(
        `the database is missing ${missing.join(', ')}`,
        'Start a server of this version to run the migrations.',
      ),
    ];
  const newer = [...applied].filter((name) => !files.includes(name));
  if (newer.length > 0)
    return [
      problemFinding(`the database has ${newer.join(', ')}, which this version doesn't know`, 'Run the newer version.'),
    ];
  return [okFinding(`PostgreSQL ${rows[0]?.version ?? ''}, all ${applied.size} migrations applied`)];
}

const warnOffMs = 2000;
const maxOffMs = 60_000;

export async function checkClock({ kysely }: Database, now: () => Date): Promise<Finding[]> {
  const before = now().getTime();
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(kysely);
  const after = now().getTime();
  const offMs = Math.round((before + after) / 2 - (rows[0]?.time.getTime() ?? 0));
  const doubtMs = Math.ceil((after - before) / 2);
  const text = `this machine is ${(Math.abs(offMs) / 1000).toFixed(1)} s ${offMs < 0 ? 'behind' : 'ahead of'} the database`;
  const remedy = 'Synchronise the clock on every node and on the database (timedatectl set-ntp true).';
  if (Math.abs(offMs) > maxOffMs + doubtMs) return [problemFinding(text, remedy)];
  if (Math.abs(offMs) > warnOffMs + doubtMs) return [warningFinding(text, remedy)];
  return [okFinding(text)];
}

export async function checkSecrets(database: Database, sealer: Sealer): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { ok: isComplete, detail } = await checkSealingKeys(database, sealer);
  if (!isComplete)
    findings.push(problemFinding(detail ?? '', 'Fix SECRETS on this node. Until then /readyz returns 503.'));
  const counts = await countSealedValues({ database, sealer });
  const [first, ...others] = sealer.keyIds;
  for (const { purpose, values } of counts.filter(({ keyId }) => keyId === undefined))
    findings.push(
      problemFinding(
        `${values} values of ${describeSealedColumn(purpose)} can't be decrypted with this node's secrets`,
        'Add the secret they were encrypted with to SECRETS, or set these values again.',
      ),
    );
  const old = counts.filter(({ keyId }) => keyId !== undefined && keyId !== first);
  const left = old.reduce((sum, { values }) => sum + values, 0);
  if (left > 0)
    findings.push(
      warningFinding(`${left} values are encrypted with ${namesOf(old)}`, 'Encrypt them again with: npm run reseal'),
    );
  const total = counts.reduce((sum, { keyId, values }) => (keyId === first ? sum + values : sum), 0);
  const unused = left === 0 && others.length > 0 ? `; ${others.join(', ')} can be removed from SECRETS` : '';
  findings.push(okFinding(`${total} values are encrypted with ${first}${unused}`));
  return findings;
}

const namesOf = (counts: readonly { readonly keyId: string | undefined }[]): string =>
  [...new Set(counts.map(({ keyId }) => keyId))].join(', ');

const gigabyte = 1024 ** 3;

export interface CheckedFolders {
  readonly dataDir: string;
  readonly backupDir: string;
}

export async function checkDisk(
  { kysely }: Database,
  { dataDir, backupDir }: CheckedFolders,
  measure: MeasureDisk = measureDisk,
): Promise<Finding[]> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`.execute(
    kysely,
  );
  // A backup is smaller than the database, but before the first one its size is unknown.
  const next = (await newestBackupBytes(backupDir)) ?? rows[0]?.bytes ?? 0;
  const { freeBytes: free } = await measure(backupDir);
  const text = `${formatGigabytes(free)} are free in ${backupDir}; the next backup takes about ${formatGigabytes(next)}`;
  const remedy = 'Free up space, or move backups elsewhere.';
  const isLow = free < 3 * next || free < gigabyte;
  return [
    await checkRoom(dataDir, measure),
    free < next ? problemFinding(text, remedy) : isLow ? warningFinding(text, remedy) : okFinding(text),
  ];
}

async function checkRoom(folder: string, measure: MeasureDisk): Promise<Finding> {
  const room = await measure(folder);
  const text = `${formatGigabytes(room.freeBytes)} of ${formatGigabytes(room.totalBytes)} are free in ${folder}`;
  const remedy =
    "Free up space or enlarge the disk, or the database will stop and games can't be added. Remove old builds with: npm run games -- prune <game>";
  const verdict = classifyDiskSpace(room);
  if (verdict === 'full') return problemFinding(text, remedy);
  return verdict === 'low' ? warningFinding(text, remedy) : okFinding(text);
}

async function newestBackupBytes(folder: string): Promise<number | undefined> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const newest = names
    .filter((name) => name.endsWith('.sql.zst'))
    .toSorted()
    .at(-1);
  return newest === undefined ? undefined : (await stat(join(folder, newest))).size;
}
