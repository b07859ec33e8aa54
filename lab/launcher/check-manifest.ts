import { Value } from 'typebox/value';
import { findInstallPathConflict, findInstallPathProblem } from '#model/install-path.ts';
import { BranchBuild, type BuildFile } from '#model/installable-build.ts';

export type InstallableManifest = BranchBuild & { readonly Files: readonly BuildFile[] };

/** The launcher trusts no path of a manifest: a wrong one must not write outside of the game's folder. */
export function checkManifest(manifest: unknown): InstallableManifest {
  if (!Value.Check(BranchBuild, manifest))
    throw new Error('The portal sent a manifest that this launcher cannot read.');
  const { Files, InstallUrl, Start, Keep } = manifest;
  if (!Files)
    throw new Error(`This build is an installer. Download it from ${InstallUrl ?? "the game's page"} and run it.`);
  for (const path of [...Files.map(({ Path }) => Path), ...Keep]) {
    const problem = findInstallPathProblem(path);
    if (problem !== undefined) throw new Error(`The build has an unsafe path: ${JSON.stringify(path)} ${problem}.`);
  }
  const paths = Files.map(({ Path }) => Path);
  const conflict = findInstallPathConflict(paths);
  if (conflict ?? new Set(paths).size !== paths.length)
    throw new Error(`The build names a file twice: ${conflict?.join(', ') ?? ''}`);
  if (Start !== undefined && !paths.includes(Start))
    throw new Error(`The build doesn't contain ${Start}, its program.`);
  return { ...manifest, Files };
}
