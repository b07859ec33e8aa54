import { Type, type Static } from 'typebox';
import { Build } from './game.ts';
import { maxInstallPathLength } from './install-path.ts';
import { instant, object, oneOf, text } from './schema.ts';

export const operatingSystems = ['Windows', 'macOS', 'Linux'] as const;

export const OperatingSystem = oneOf(operatingSystems);
export type OperatingSystem = Static<typeof OperatingSystem>;

const Os = Type.Optional({ ...OperatingSystem, description: 'Absent: for every operating system' });
const Bytes = Type.Integer({ minimum: 0 });
const path = text(maxInstallPathLength);

export const BuildFile = object({
  Path: Type.String({ ...path, description: 'Relative, with slashes' }),
  Bytes,
  Sha256: text(64, { pattern: '^[0-9a-f]{64}$' }),
  Executable: Type.Boolean(),
});
export type BuildFile = Static<typeof BuildFile>;

/** The newest build of a branch, as a launcher installs it. */
export const BranchBuild = object({
  ...Build.properties,
  Os,
  Bytes: Type.Optional(Bytes),
  Start: Type.Optional(Type.String({ ...path, description: 'The program to start, one of the files' })),
  StartArguments: Type.Array(text(200), { maxItems: 20 }),
  Keep: Type.Array(path, {
    maxItems: 50,
    description: "Files and folders with players' data: installed if missing, never replaced or removed",
  }),
  Files: Type.Optional(
    Type.Array(BuildFile, { description: "Absent: the build is an installer at the operator's address" }),
  ),
});
export type BranchBuild = Static<typeof BranchBuild>;

/** What a page says about a download. */
export const AvailableBuild = object({
  Branch: text(64),
  Os,
  BuildNumber: Type.Integer({ minimum: 1 }),
  Description: text(2000),
  CreatedAt: instant,
  Bytes: Type.Optional(Bytes),
  IsInstaller: Type.Boolean({ description: 'A single file that a browser can download. Otherwise for a launcher' }),
});
export type AvailableBuild = Static<typeof AvailableBuild>;

export const DownloadState = oneOf(['Requested', 'Started', 'Completed', 'Failed']);
export type DownloadState = Static<typeof DownloadState>;
