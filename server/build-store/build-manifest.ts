// The list of a build's files in the object store. Its name is the build's hash, so that a manifest never changes.
import { createHash } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { object } from '#model/schema.ts';

const ManifestFile = object({
  /** Relative, with forward slashes. */
  path: Type.String({ minLength: 1, maxLength: 4096 }),
  bytes: Type.Integer({ minimum: 0 }),
  modifiedMs: Type.Number(),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type ManifestFile = Static<typeof ManifestFile>;

const BuildManifest = object({ format: Type.Literal(1), files: Type.Array(ManifestFile) });
export type BuildManifest = Static<typeof BuildManifest>;

/** The hash of a build: of all its paths and contents. */
export function hashBuild(files: readonly Pick<ManifestFile, 'path' | 'sha256'>[]): string {
  const hash = createHash('sha256');
  const sorted = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  for (const path of [...sorted.keys()].toSorted()) hash.update(`${sorted.get(path)} ${path}\n`);
  return hash.digest('hex');
}

/** Undefined: it is damaged, or belongs to another build. */
export function parseBuildManifest(text: string, sha: string): BuildManifest | undefined {
  const manifest = parse(text);
  if (!Value.Check(BuildManifest, manifest) || hashBuild(manifest.files) !== sha) return undefined;
  const isOutside = ({ path }: ManifestFile): boolean =>
    path.includes('\0') || path.split(/[/\\]/).some((part) => part === '' || part.startsWith('.'));
  return manifest.files.some(isOutside) ? undefined : manifest;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
