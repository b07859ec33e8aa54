// A content folder on a disk. Only files of the folder itself are read and written: no link is followed, and nothing else is touched.
import type { Dirent } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Type, type Static } from 'typebox';
import { object, text } from '#model/schema.ts';
import type { ContentFault, ContentFiles } from './content-files.ts';
import { readPlace } from './content-place.ts';
import { listSchemaFaults } from './list-schema-faults.ts';
import { ContentRefused } from './plan-content.ts';

/** `content.json`, by which a folder is known to be one. */
const Manifest = object({
  Format: Type.Literal(1),
  /** The version of the content that was pulled: whoever changed it since is not overwritten. Absent: nobody asks. */
  Version: Type.Optional(text(32, { minLength: 1 })),
});
export type Manifest = Static<typeof Manifest>;

export interface ContentFolder {
  readonly files: ContentFiles;
  readonly manifest: Manifest;
}

const manifestName = 'content.json';
const largestBytes = 4_000_000;
const mostFiles = 20_000;

/** Undefined: there is nothing there yet. */
export async function readFolder(folder: string): Promise<ContentFolder | undefined> {
  const files = new Map<string, string>();
  const faults: ContentFault[] = [];
  if (!(await collect(folder, '', files, faults))) return undefined;
  const json = files.get(manifestName);
  files.delete(manifestName);
  if (json === undefined && files.size + faults.length === 0) return undefined;
  if (json === undefined)
    throw new Error(
      `${folder} is no content folder: it has no ${manifestName}. Begin with: npm run content -- pull ${folder}`,
    );
  const manifest = readManifest(json, faults);
  if (faults.length > 0) throw new ContentRefused(faults);
  return { files, manifest };
}

/** Makes the folder hold these files, and none besides that could be content. */
export async function writeFolder(folder: string, { files, manifest }: ContentFolder): Promise<void> {
  const there = await readFolder(folder);
  for (const path of there?.files.keys() ?? [])
    if (!files.has(path) && readPlace(path)) await rm(await locate(folder, path));
  for (const [path, content] of [...files, [manifestName, `${JSON.stringify(manifest, null, 2)}\n`] as const]) {
    if (there?.files.get(path) === content) continue;
    const file = await locate(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);

/** False: there is no such folder. */
async function collect(
  folder: string,
  below: string,
  files: Map<string, string>,
  faults: ContentFault[],
): Promise<boolean> {
  const entries = await list(join(folder, below));
  if (!entries) return false;
  for (const entry of entries) {
    // What an editor, git or a reader keeps beside it.
    if (entry.name.startsWith('.') || entry.name === 'README.md') continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (files.size >= mostFiles) throw new Error(`${folder} holds more than ${mostFiles} files.`);
    if (entry.isDirectory()) await collect(folder, path, files, faults);
    else if (entry.isFile()) await read(folder, path, files, faults);
    else faults.push({ path, text: 'is a link or no file at all. Put the file itself there.' });
  }
  return true;
}

async function list(folder: string): Promise<Dirent[] | undefined> {
  try {
    return (await readdir(folder, { withFileTypes: true })).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'ENOTDIR') throw new Error(`${folder} is no folder.`, { cause: error });
    throw error;
  }
}

async function read(folder: string, path: string, files: Map<string, string>, faults: ContentFault[]): Promise<void> {
  const file = join(folder, path);
  if ((await lstat(file)).size > largestBytes) {
    faults.push({ path, text: `is larger than ${largestBytes / 1_000_000} MB` });
    return;
  }
  const bytes = await readFile(file);
  try {
    files.set(path, new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    faults.push({ path, text: 'is no text in UTF-8' });
  }
}

function readManifest(json: string, faults: ContentFault[]): Manifest {
  try {
    const value: unknown = JSON.parse(json);
    const wrong = listSchemaFaults(Manifest, value);
    faults.push(...wrong.map((text) => ({ path: manifestName, text })));
    return value as Manifest;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    faults.push({ path: manifestName, text: `is no JSON: ${error.message}` });
    return { Format: 1 };
  }
}

/** Where a file is, unless a link on the way leads elsewhere. */
async function locate(folder: string, path: string): Promise<string> {
  if (path !== manifestName && !readPlace(path)) throw new Error(`${path} is no file of a content folder.`);
  let at = folder;
  for (const name of path.split('/')) {
    at = join(at, name);
    const found = await lstat(at).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (found?.isSymbolicLink()) throw new Error(`${at} is a link, and links are not followed.`);
  }
  return at;
}
