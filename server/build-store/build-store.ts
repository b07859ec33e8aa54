// Builds in an object store:
//   <game>/files/<sha256>     contents, shared by the game's builds
//   <game>/builds/<sha>.json  the manifest of a build, written once all its contents are verified
//   <game>/desktop/<sha256>   files of desktop builds (`release-channels/stored-installable-files.ts`)
//   _pictures/<hash>/<file>   pictures (`pictures/stored-picture-files.ts`)
// Objects never change. Those that no build needs any more are removed by `prune`.
import { hashBuild, parseBuildManifest, type BuildManifest, type ManifestFile } from './build-manifest.ts';
import { downloadObject } from './read-object.ts';
import { forEachAtOnce, ObjectStoreError, readText, type S3Bucket } from './s3-bucket.ts';

export interface BuildStore {
  readonly name: string;
  /** Uploads what the store lacks, verifies everything, then writes the manifest. */
  upload(game: string, files: readonly UploadedFile[]): Promise<{ sha: string; uploadedFiles: number }>;
  /** Undefined: the store has no such build. */
  readManifest(game: string, sha: string): Promise<BuildManifest | undefined>;
  /** Writes to `target`. Throws if the content differs from the manifest. */
  download(game: string, file: ManifestFile, target: string): Promise<void>;
  listBuilds(game: string): Promise<string[]>;
  /** Removes all other builds of the game, and contents that only they had. */
  keepOnly(game: string, builds: ReadonlySet<string>): Promise<void>;
  /** Removes everything of the game, also its desktop builds. */
  removeGame(game: string): Promise<void>;
  probe(): Promise<void>;
}

export interface UploadedFile extends ManifestFile {
  /** The path on this machine. */
  readonly from: string;
}

const uploadsAtOnce = 8;
const manifestTimeoutMs = 20_000;

export function createBuildStore(bucket: S3Bucket): BuildStore {
  const filesOf = (game: string): string => `${game}/files/`;
  const buildsOf = (game: string): string => `${game}/builds/`;
  const manifestOf = (game: string, sha: string): string => `${buildsOf(game)}${sha}.json`;

  const listSizes = async (game: string): Promise<Map<string, number>> => {
    const objects = await bucket.list(filesOf(game));
    return new Map(objects.map(({ key, bytes }) => [key.slice(filesOf(game).length), bytes]));
  };

  async function listBuilds(game: string): Promise<string[]> {
    const objects = await bucket.list(buildsOf(game));
    return objects.flatMap(({ key }) => /\/([0-9a-f]{64})\.json$/.exec(key)?.[1] ?? []);
  }

  async function readManifest(game: string, sha: string): Promise<BuildManifest | undefined> {
    const response = await bucket.get(manifestOf(game, sha), { maxMs: manifestTimeoutMs });
    if (!response) return undefined;
    const manifest = parseBuildManifest(await readText(response, bucket.name), sha);
    if (!manifest) throw new ObjectStoreError(`${bucket.name}/${manifestOf(game, sha)} is damaged`);
    return manifest;
  }

  return {
    name: bucket.name,
    listBuilds,
    readManifest,
    upload: async (game, files) => {
      const contents = new Map(files.map((file) => [file.sha256, file]));
      const before = await listSizes(game);
      const missing = [...contents.values()].filter(({ sha256, bytes }) => before.get(sha256) !== bytes);
      await forEachAtOnce(missing, uploadsAtOnce, async ({ from, bytes, sha256 }) => {
        await bucket.putFile(filesOf(game) + sha256, { path: from, bytes, sha256 });
      });
      const after = missing.length === 0 ? before : await listSizes(game);
      const wrong = [...contents.values()].find(({ sha256, bytes }) => after.get(sha256) !== bytes);
      if (wrong) throw new ObjectStoreError(`${bucket.name} did not store ${wrong.path} completely`);
      const sha = hashBuild(files);
      const manifest: BuildManifest = {
        format: 1,
        files: files.map(({ path, bytes, modifiedMs, sha256 }) => ({ path, bytes, modifiedMs, sha256 })),
      };
      // The build may exist already. Its files keep the times that browsers know.
      if (!(await listBuilds(game)).includes(sha))
        await bucket.putText(manifestOf(game, sha), JSON.stringify(manifest));
      return { sha, uploadedFiles: missing.length };
    },
    download: async (game, { path, bytes, sha256 }, target) => {
      const object = { key: filesOf(game) + sha256, label: `${path} of ${game}`, bytes, sha256 };
      if (!(await downloadObject(bucket, object, target)))
        throw new ObjectStoreError(`${bucket.name} has lost ${path} of ${game}`);
    },
    keepOnly: async (game, builds) => {
      const known = await listBuilds(game);
      const used = new Set<string>();
      for (const sha of known.filter((each) => builds.has(each)))
        for (const { sha256 } of (await readManifest(game, sha))?.files ?? []) used.add(sha256);
      // Manifests first, so that each one in the store has all its contents.
      await bucket.remove(known.filter((sha) => !builds.has(sha)).map((sha) => manifestOf(game, sha)));
      const unused = [...(await listSizes(game)).keys()].filter((sha256) => !used.has(sha256));
      await bucket.remove(unused.map((sha256) => filesOf(game) + sha256));
    },
    removeGame: async (game) => {
      await bucket.remove((await listBuilds(game)).map((sha) => manifestOf(game, sha)));
      await bucket.remove((await bucket.list(`${game}/`)).map(({ key }) => key));
    },
    probe: () => bucket.probe(),
  };
}
