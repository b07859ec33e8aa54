// Where the files of builds and drafts are kept: in a folder (`folder-build-files.ts`) or in an object store
// (`stored-build-files.ts`). The caller holds the game's lock.
import type { GameFiles } from './list-game-files.ts';

export interface BuildReference {
  readonly type: 'build' | 'draft';
  readonly number: number;
}

/** Files on this machine, or those of a build that is kept already. */
export type BuildSource = GameFiles | { readonly build: number };

export interface StagedBuild {
  /** The hash of all paths and contents. */
  readonly sha: string;
  place(as: BuildReference): Promise<void>;
  /** Removes the placed files again, because the database could not be written. */
  undo(): Promise<void>;
  /** Removes temporary files. */
  end(): Promise<void>;
}

export interface BuildFiles {
  /** Copies and verifies the files. Players don't get them before the database says so. */
  stage(game: string, source: BuildSource, now: Date): Promise<StagedBuild>;
  /** The numbers of builds or drafts whose files are there, newest first. */
  list(game: string, type: BuildReference['type']): Promise<number[]>;
  measure(game: string, build: BuildReference): Promise<{ readonly files: number; readonly bytes: number }>;
  /** Moves a draft's files to a build. Returns a function that moves them back. */
  publishDraft(game: string, draft: number, number: number): Promise<() => Promise<void>>;
  /** Moves a draft's files back if a command was killed after moving them. */
  repairDraft(game: string, draft: number): Promise<void>;
  /** Removes files of builds and drafts that are not in the lists. Returns the numbers of removed builds. */
  keepOnly(game: string, kept: Readonly<Record<BuildReference['type'], readonly number[]>>): Promise<number[]>;
  removeDraft(game: string, number: number): Promise<void>;
  removeGame(game: string): Promise<void>;
  /** Where an operator finds the files. */
  describePlace(game: string, build: BuildReference): string;
}
