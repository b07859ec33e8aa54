// The manifest of a game-file backup: each file with its size and SHA-256, under which the content is stored once for
// all builds and backups.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { object } from '#model/schema.ts';

const BackedUpFile = object({
  /** Relative to the games folder, with slashes. */
  path: Type.String({ maxLength: 4096 }),
  bytes: Type.Integer({ minimum: 0 }),
  modifiedMs: Type.Number(),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type BackedUpFile = Static<typeof BackedUpFile>;

export const GamesBackupManifest = object({
  format: Type.Literal(1),
  createdAt: Type.String({ maxLength: 40 }),
  files: Type.Array(BackedUpFile),
});
export type GamesBackupManifest = Static<typeof GamesBackupManifest>;

export const locateGamesBackup = (backupFolder: string): string => join(backupFolder, 'games');

export const locateBackedUpFile = (folder: string, sha256: string): string =>
  join(folder, 'objects', sha256.slice(0, 2), sha256.slice(2));

export async function listGamesBackupManifests(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => /^games-.*\.json$/.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

export async function readGamesBackupManifest(file: string): Promise<GamesBackupManifest> {
  const manifest: unknown = parse(await readFile(file, 'utf8'));
  if (!Value.Check(GamesBackupManifest, manifest))
    throw new Error(`${file} is not a list of backed up game files, or it is damaged. Use an older one.`);
  // A manifest is untrusted: it must not write outside the games folder.
  const wrong = manifest.files.find(({ path }) => path.split(/[/\\]/).some((part) => part === '..' || part === ''));
  if (wrong) throw new Error(`${file} names a file outside of the folder of games: ${wrong.path}`);
  return manifest;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
