// Reads and writes a content folder on disk. Links are not followed, and other files are not touched.
import type { Dirent } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Type, type Static } from 'typebox';
import { object, text } from '#model/schema.ts';
import { hashPicture } from '#server/features/pictures/make-picture.ts';
import { isSupportedPictureFormat } from '#server/features/pictures/make-variants.ts';
import { formatJson, type ContentFault, type ContentFiles } from './content-files.ts';
import { parseContentPath } from './content-place.ts';
import { validateAgainstSchema } from './validate-against-schema.ts';
import { readPictureHash, type PictureHashEntry } from './picture-addresses.ts';
import { InvalidContentError } from './plan-content.ts';

const ContentManifest = object({
  Format: Type.Literal(1),
  /** The version of the pulled content: a push fails if the portal's content has changed since. Absent: no check. */
  Version: Type.Optional(text(32, { minLength: 1 })),
});
export type ContentManifest = Static<typeof ContentManifest>;

export interface ContentFolder {
  readonly files: ContentFiles;
  readonly manifest: ContentManifest;
  /** By hash; in `files` a picture is only its hash. */
  readonly pictures: ReadonlyMap<string, Buffer>;
}

const manifestName = 'content.json';
const largestBytes = 4_000_000;
const largestPictureBytes = 5_000_000;
/** All pictures are in memory at once. */
const maxPictureBytes = 300_000_000;
const maxFiles = 20_000;

/** Undefined: the folder does not exist or is empty. */
export async function readContentFolder(folder: string): Promise<ContentFolder | undefined> {
  const files = new Map<string, string>();
  const pictures = new Map<string, Buffer>();
  const faults: ContentFault[] = [];
  if (!(await collect(folder, '', { files, pictures, faults }))) return undefined;
  const json = files.get(manifestName);
  files.delete(manifestName);
  if (json === undefined && files.size + faults.length === 0) return undefined;
  if (json === undefined)
    throw new Error(
      `${folder} isn't a content folder: it has no ${manifestName}. Start with: npm run content -- pull ${folder}`,
    );
  const manifest = readManifest(json, faults);
  if (faults.length > 0) throw new InvalidContentError(faults);
  return { files, manifest, pictures };
}

export async function writeContentFolder(folder: string, { files, manifest, pictures }: ContentFolder): Promise<void> {
  const there = await readContentFolder(folder);
  for (const path of there?.files.keys() ?? [])
    if (!files.has(path) && parseContentPath(path)) await rm(await locate(folder, path));
  for (const [path, content] of [...files, [manifestName, `${JSON.stringify(manifest, null, 2)}\n`] as const]) {
    if (there?.files.get(path) === content) continue;
    const file = await locate(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, parseContentPath(path)?.type === 'picture' ? pictureIn(pictures, path, content) : content);
  }
}

export const writeContentManifest = (folder: string, manifest: ContentManifest): Promise<void> =>
  writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);

interface Found {
  readonly files: Map<string, string>;
  readonly pictures: Map<string, Buffer>;
  readonly faults: ContentFault[];
}

function pictureIn(pictures: ContentFolder['pictures'], path: string, text: string): Buffer {
  const bytes = pictures.get(readPictureHash(JSON.parse(text)) ?? '');
  if (!bytes) throw new Error(`The picture ${path} is gone: pull again.`);
  return bytes;
}

async function collect(folder: string, below: string, found: Found): Promise<boolean> {
  const { files, faults } = found;
  const entries = await list(join(folder, below));
  if (!entries) return false;
  for (const entry of entries) {
    // Files of editors, git and readers.
    if (entry.name.startsWith('.') || entry.name === 'README.md') continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (files.size >= maxFiles) throw new Error(`${folder} has more than ${maxFiles} files.`);
    if (entry.isDirectory()) await collect(folder, path, found);
    else if (entry.isFile()) await read(folder, path, found);
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
    if (code === 'ENOTDIR') throw new Error(`${folder} isn't a folder.`, { cause: error });
    throw error;
  }
}

async function read(folder: string, path: string, { files, pictures, faults }: Found): Promise<void> {
  const file = join(folder, path);
  const isPicture = parseContentPath(path)?.type === 'picture';
  const most = isPicture ? largestPictureBytes : largestBytes;
  if ((await lstat(file)).size > most) {
    faults.push({ path, text: `is larger than ${most / 1_000_000} MB` });
    return;
  }
  const bytes = await readFile(file);
  if (isPicture) {
    if (!isSupportedPictureFormat(bytes)) faults.push({ path, text: "isn't a JPEG, PNG, WebP or AVIF file" });
    const hash = hashPicture(bytes);
    pictures.set(hash, bytes);
    const all = pictures.values().reduce((sum, { length }) => sum + length, 0);
    if (all > maxPictureBytes)
      throw new Error(`${folder} has more than ${maxPictureBytes / 1_000_000} MB of pictures.`);
    files.set(path, formatJson({ Hash: hash } satisfies PictureHashEntry));
    return;
  }
  try {
    files.set(path, new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    faults.push({ path, text: "isn't UTF-8 text" });
  }
}

function readManifest(json: string, faults: ContentFault[]): ContentManifest {
  try {
    const checked = validateAgainstSchema(ContentManifest, JSON.parse(json));
    if ('value' in checked) return checked.value;
    faults.push(...checked.faults.map((text) => ({ path: manifestName, text })));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    faults.push({ path: manifestName, text: `isn't valid JSON: ${error.message}` });
  }
  return { Format: 1 };
}

/** The file's path; throws if a link on the way leads elsewhere. */
async function locate(folder: string, path: string): Promise<string> {
  if (path !== manifestName && !parseContentPath(path)) throw new Error(`${path} isn't a file of a content folder.`);
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
