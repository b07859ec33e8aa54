// Builds and drafts of one game, with who changed each last, and what the inspection of drafts found.
import { sql, type Kysely } from 'kysely';
import type { Static } from 'typebox';
import type { BuildInspection, GameBuildInfo } from '#contract/console/games.ts';
import type { FindingsColumn } from '#server/db/publishing-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import type { BuildFiles } from './build-files.ts';
import { buildObject } from './build-object.ts';
import { isOpenApproval } from '#server/features/approvals/is-open-approval.ts';
import { liveBuildUrlPath } from './game-paths.ts';
import { readStoredGameConfig } from './save-game.ts';

type BuildInfo = Static<typeof GameBuildInfo>;

export async function listConsoleBuilds(
  db: Kysely<Tables>,
  game: string,
  { buildFiles, now }: { readonly buildFiles: Pick<BuildFiles, 'list'>; readonly now: Date },
): Promise<BuildInfo[]> {
  const builds = await db
    .selectFrom('builds')
    .selectAll()
    .where('game', '=', game)
    .orderBy('build_number', 'desc')
    .limit(maxBuilds)
    .execute();
  const drafts = await db
    .selectFrom('build_drafts')
    .selectAll()
    .where('game', '=', game)
    .orderBy('build_number', 'desc')
    .limit(maxBuilds)
    .execute();
  const numbers = [...builds, ...drafts].map(({ build_number }) => build_number);
  const changes = await readLastChanges(db, game, numbers);
  const stored = { build: await buildFiles.list(game, 'build'), draft: await buildFiles.list(game, 'draft') };
  const config = await readStoredGameConfig(db, game);
  const waiting = await readWaitingBuilds(db, game);
  const describeChange = (number: number): Pick<BuildInfo, 'By' | 'ByAt'> => {
    const change = changes.get(number);
    return change ? { By: change.actor_name, ByAt: change.at.toISOString() } : {};
  };
  const live = builds.find(({ url }) => url === liveBuildUrlPath)?.build_number;
  const listed: BuildInfo[] = [
    ...drafts.map((row): BuildInfo => ({
      Build: row.build_number,
      State: 'Draft',
      WaitsForApproval: waiting.has(buildObject(game, row.build_number).id),
      Version: row.ota_version,
      Type: row.build_type,
      Description: row.description,
      CreatedAt: row.created_at.toISOString(),
      HasFiles: stored.draft.includes(row.build_number),
      ...describeChange(row.build_number),
      ...(row.token_hash && row.token_expires_at > now && { PreviewUntil: row.token_expires_at.toISOString() }),
      ...(row.findings && { Inspection: describeFindings(row.findings, row, config?.ConnectOrigins ?? []) }),
    })),
    ...builds.map((row): BuildInfo => ({
      Build: row.build_number,
      State: row.build_number === live ? 'Live' : 'Earlier',
      WaitsForApproval: false,
      Version: row.ota_version,
      Type: row.build_type,
      Description: row.description,
      CreatedAt: row.created_at.toISOString(),
      HasFiles: stored.build.includes(row.build_number),
      ...describeChange(row.build_number),
      ...(row.platform !== null && { Platform: row.platform }),
      ...(row.metadata['SameAs'] !== undefined && { SameAs: row.metadata['SameAs'] }),
    })),
  ];
  return listed.toSorted((one, other) => other.Build - one.Build);
}

const maxBuilds = 200;

/** Ids of the drafts whose publishing was requested and is not decided yet. */
async function readWaitingBuilds(db: Kysely<Tables>, game: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('approvals')
    .select('object_id')
    .where('call', '=', 'operatorGames.publish')
    .where('game', '=', game)
    .where(isOpenApproval)
    .execute();
  return new Set(rows.map(({ object_id }) => object_id));
}

async function readLastChanges(
  db: Kysely<Tables>,
  game: string,
  numbers: readonly number[],
): Promise<Map<number, { actor_name: string; at: Date }>> {
  if (numbers.length === 0) return new Map();
  const ids = numbers.map((number) => `${game}/${number}`);
  const { rows } = await sql<{ object_id: string; actor_name: string; at: Date }>`
    select distinct on (object_id) object_id, actor_name, at from audit_log
    where object_kind = 'build' and object_id = any(${ids})
    order by object_id, entry_id desc`.execute(db);
  return new Map(rows.map(({ object_id, ...change }) => [Number(object_id.slice(game.length + 1)), change]));
}

/** Origins that were allowed since are no longer refused. */
function describeFindings(
  { loads, mentions, missing, troubles }: FindingsColumn,
  { files, bytes }: { readonly files: number | null; readonly bytes: number | null },
  allowed: readonly string[],
): Static<typeof BuildInspection> {
  const describe = (found: FindingsColumn['loads']) => found.map(({ what, file }) => ({ What: what, File: file }));
  const isRefused = ({ what }: { readonly what: string }): boolean => !allowed.includes(what);
  return {
    Files: files ?? 0,
    Bytes: bytes ?? 0,
    Missing: describe(missing),
    Refused: describe(loads.filter(isRefused)),
    Mentioned: describe(mentions.filter(isRefused)),
    Problems: [...troubles],
  };
}
