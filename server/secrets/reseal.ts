// Reseals values with the first key, so that older keys can be removed. It can be interrupted and restarted, and runs
// next to serving nodes: each value is replaced only if it has not changed since it was read.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/db/database.ts';
import { originalPurposeOf, resealedPurposes, sealedColumns, type SealPurpose } from './sealed-columns.ts';
import type { Sealer } from './sealer.ts';
import { deleteSealingKeyRecords } from './sealing-keys.ts';
import { formatSealedTable, replaceSealedValue, walkSealedRows, type SealedRow } from './walk-sealed-rows.ts';

export interface SealedCount {
  readonly purpose: SealPurpose;
  readonly keyId: string | undefined;
  readonly values: number;
}

export interface ResealResult {
  readonly resealed: number;
  /** Values still sealed with another key, because they were locked in every pass. */
  readonly left: number;
  readonly unopened: readonly SealedCount[];
  readonly dropped: readonly string[];
}

export interface ResealDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly report: (line: string) => void;
}

const maxPasses = 10;
const pauseMs = 200;

export async function resealStoredValues(deps: ResealDeps): Promise<ResealResult> {
  const { database, sealer } = deps;
  let resealed = 0;
  for (let pass = 1; ; pass += 1) {
    const found: Pass = { resealed: 0, left: 0, unopened: [] };
    for (const purpose of resealedPurposes) await resealPurpose(deps, purpose, found);
    resealed += found.resealed;
    // A pass can miss rows that move: only a pass without changes is the last.
    const isDone = found.resealed === 0 && found.left === 0;
    if (!isDone && pass < maxPasses) {
      await sleep(pauseMs);
      continue;
    }
    const { left, unopened } = found;
    const dropped = isDone
      ? await deleteSealingKeyRecords(database, sealer, { unused: true, unknown: unopened.length === 0 })
      : [];
    return { resealed, left, unopened, dropped };
  }
}

export async function countSealedValues({
  database,
  sealer,
}: Pick<ResealDeps, 'database' | 'sealer'>): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const purpose of resealedPurposes) {
    const byKey = new Map<string | undefined, number>();
    for await (const { rows } of walkSealedRows(database, purpose))
      for (const { sealed } of rows) {
        const keyId = sealer.tryUnseal(originalPurposeOf(purpose), sealed)?.keyId;
        byKey.set(keyId, (byKey.get(keyId) ?? 0) + 1);
      }
    for (const [keyId, values] of byKey) counts.push({ purpose, keyId, values });
  }
  return counts;
}

export const describeSealedColumn = (purpose: SealPurpose): string =>
  `${formatSealedTable(sealedColumns[purpose])}.${sealedColumns[purpose].column}`;

interface Pass {
  resealed: number;
  left: number;
  readonly unopened: SealedCount[];
}

async function resealPurpose(deps: ResealDeps, purpose: SealPurpose, found: Pass): Promise<void> {
  const counts = { replaced: 0, left: 0, unopened: 0 };
  let spokenAt = performance.now();
  for await (const { rows, walked } of walkSealedRows(deps.database, purpose)) {
    for (const row of rows) {
      const outcome = await resealRow(deps, purpose, row);
      if (outcome !== 'current') counts[outcome] += 1;
    }
    if (performance.now() - spokenAt > reportMs) {
      spokenAt = performance.now();
      deps.report(
        `${describeSealedColumn(purpose)}: ${Math.round(walked * 100)} %, ${counts.replaced} encrypted again so far`,
      );
    }
  }
  if (counts.replaced > 0) deps.report(`${describeSealedColumn(purpose)}: ${counts.replaced} encrypted again`);
  found.resealed += counts.replaced;
  found.left += counts.left;
  if (counts.unopened > 0) found.unopened.push({ purpose, keyId: undefined, values: counts.unopened });
}

const reportMs = 2000;

async function resealRow(
  { database, sealer }: ResealDeps,
  purpose: SealPurpose,
  row: SealedRow,
): Promise<'current' | 'replaced' | 'left' | 'unopened'> {
  const sealedFor = originalPurposeOf(purpose);
  const unsealed = sealer.tryUnseal(sealedFor, row.sealed);
  if (!unsealed) return 'unopened';
  if (unsealed.keyId === sealer.keyIds[0]) return 'current';
  try {
    const isReplaced = await replaceSealedValue(database, purpose, row, sealer.seal(sealedFor, unsealed.text));
    return isReplaced ? 'replaced' : 'left';
  } catch (error) {
    // The row was locked for too long: the next pass handles it.
    if ((error as { code?: string }).code === '55P03') return 'left';
    throw error;
  }
}
