import type { Database } from '#server/db/database.ts';
import type { BuildFiles } from './build-files.ts';
import { listDrafts } from './find-draft.ts';
import { liveBuildUrlPath } from './game-paths.ts';

export interface BuildListDeps {
  readonly database: Database;
  readonly buildFiles: BuildFiles;
  readonly now: () => Date;
}

export async function formatBuildList(game: string, { database, buildFiles, now }: BuildListDeps): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('builds')
    .select(['build_number', 'ota_version', 'platform', 'url', 'description', 'metadata', 'created_at'])
    .where('game', '=', game)
    .orderBy('build_number', 'desc')
    .execute();
  const drafts = await listDrafts(database, game);
  const stored = { build: await buildFiles.list(game, 'build'), draft: await buildFiles.list(game, 'draft') };
  const describeSize = async (type: 'build' | 'draft', number: number): Promise<string> => {
    if (!stored[type].includes(number)) return 'no files here';
    const { files, bytes } = await buildFiles.measure(game, { type, number });
    return `${files} ${files === 1 ? 'file' : 'files'}, ${formatBytes(bytes)}`;
  };
  const lines: { number: number; line: string }[] = [];
  for (const { build_number: number, ota_version, platform, url, description, metadata, created_at } of rows) {
    const { SameAs } = metadata;
    const parts = [
      `build ${number}`,
      url === liveBuildUrlPath ? 'live' : 'earlier',
      `version ${ota_version}`,
      formatMoment(created_at),
      await describeSize('build', number),
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
      await describeSize('draft', number),
      hasLink ? `preview link until ${formatMoment(token_expires_at)}` : 'no preview link',
      ...(description === '' ? [] : [description]),
    ];
    lines.push({ number, line: parts.join('  ') });
  }
  return lines.toSorted((one, other) => other.number - one.number).map(({ line }) => line);
}

const formatMoment = (moment: Date): string => moment.toISOString().slice(0, 16).replace('T', ' ');

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
