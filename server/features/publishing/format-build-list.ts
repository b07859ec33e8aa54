import { join } from 'node:path';
import type { Database } from '#server/db/database.ts';
import { listDrafts } from './find-draft.ts';
import {
  liveBuildUrlPath,
  listBuildsOnDisk,
  listDraftsOnDisk,
  locateBuildsFolder,
  locateDraftFolder,
} from './game-paths.ts';
import { listGameFiles } from './list-game-files.ts';

export interface BuildListDeps {
  readonly database: Database;
  readonly dataDir: string;
  readonly now: () => Date;
}

export async function formatBuildList(game: string, { database, dataDir, now }: BuildListDeps): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('builds')
    .select(['build_number', 'ota_version', 'platform', 'url', 'description', 'metadata', 'created_at'])
    .where('game', '=', game)
    .orderBy('build_number', 'desc')
    .execute();
  const drafts = await listDrafts(database, game);
  const onDisk = await listBuildsOnDisk(dataDir, game);
  const draftsOnDisk = await listDraftsOnDisk(dataDir, game);
  const lines: { number: number; line: string }[] = [];
  for (const { build_number: number, ota_version, platform, url, description, metadata, created_at } of rows) {
    const { SameAs } = metadata;
    const folder = onDisk.includes(number) ? join(locateBuildsFolder(dataDir, game), String(number)) : undefined;
    const parts = [
      `build ${number}`,
      url === liveBuildUrlPath ? 'live' : 'earlier',
      `version ${ota_version}`,
      formatMoment(created_at),
      await describeSize(folder),
      ...(platform === null ? [] : [`for ${platform}`]),
      ...(SameAs === undefined ? [] : [`same as build ${SameAs}`]),
      ...(description === '' ? [] : [description]),
    ];
    lines.push({ number, line: parts.join('  ') });
  }
  for (const { build_number: number, ota_version, description, created_at, token_hash, token_expires_at } of drafts) {
    const hasLink = token_hash !== null && token_expires_at > now();
    const parts = [
      `build ${number}`,
      'draft',
      `version ${ota_version}`,
      formatMoment(created_at),
      await describeSize(draftsOnDisk.includes(number) ? locateDraftFolder(dataDir, game, number) : undefined),
      hasLink ? `preview link until ${formatMoment(token_expires_at)}` : 'no preview link',
      ...(description === '' ? [] : [description]),
    ];
    lines.push({ number, line: parts.join('  ') });
  }
  return lines.toSorted((one, other) => other.number - one.number).map(({ line }) => line);
}

const formatMoment = (moment: Date): string => moment.toISOString().slice(0, 16).replace('T', ' ');

async function describeSize(folder: string | undefined): Promise<string> {
  if (folder === undefined) return 'no files here';
  const { files, bytes } = await listGameFiles(folder);
  return `${files.length} ${files.length === 1 ? 'file' : 'files'}, ${formatBytes(bytes)}`;
}

function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
