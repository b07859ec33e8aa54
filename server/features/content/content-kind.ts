// What every kind of content can do: be read, be checked and completed, be written, and be gone from a folder.
import type { Kysely, Transaction } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Tables } from '#server/db/tables.ts';
import type { PictureFacts } from '#server/features/pictures/write-variants.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import type { ContentPlace } from './content-place.ts';

export interface ContentTools {
  readonly config: Pick<Config, 'publicUrl' | 'gamesUrl' | 'basePath'>;
  readonly sealer: Sealer;
  /**
   * Whether somebody on the machine itself asks. Settings say by whose proofs players sign in and where money goes, so no key that may
   * leak changes them.
   */
  readonly mayChangeSettings: boolean;
  /** The pictures of a folder by their hashes, and what was made of those that are new; calls bring none. */
  readonly pictures?: ReadonlyMap<string, Buffer>;
  readonly madePictures?: ReadonlyMap<string, MadePicture>;
}

export interface MadePicture extends PictureFacts {
  readonly bytes: Buffer;
}

/** A piece of content as it stands in a folder. */
export interface ContentEntry {
  readonly place: ContentPlace;
  readonly value: unknown;
  /** With what no folder shows: secrets of settings, addresses of pictures. */
  readonly whole?: object;
}

export type Entries = ReadonlyMap<string, ContentEntry>;

export interface Given {
  readonly place: ContentPlace;
  /** What the folder says. */
  readonly value: unknown;
  /** What the portal has in its place. */
  readonly before: ContentEntry | undefined;
  /** All that the portal has, and all that the folder has. */
  readonly current: Entries;
  readonly folder: Entries;
}

export type Prepared =
  | { readonly faults: readonly string[] }
  | {
      /** In the shape in which it is read: with what may be left out. */
      readonly value: unknown;
      readonly whole?: object;
      readonly notes?: readonly string[];
      /** It cannot be applied yet, for the reason that the notes give. */
      readonly isSetAside?: true;
    };

export interface ContentKind {
  read(db: Kysely<Tables>, tools: ContentTools): Promise<ContentEntry[]>;
  prepare(given: Given, tools: ContentTools): Prepared;
  /** Answers what an operator should know of it besides. */
  write(trx: Transaction<Tables>, entry: ContentEntry, tools: ContentTools): Promise<readonly string[]>;
  /** In a few words, for one that is new. */
  describe(value: unknown): string;
  /** What goes for good when it is changed so. */
  describeLoss?(before: unknown, after: unknown): string | undefined;
  /** Ids that no other piece of content may have. */
  idsOf?(value: unknown): readonly string[];
  /** What happens when a folder no longer has it; absent: it stays. */
  readonly remove?: {
    /** What becomes of it; undefined: it is so already. */
    outcome(value: unknown): string | undefined;
    run(trx: Transaction<Tables>, entry: ContentEntry, tools: ContentTools): Promise<void>;
  };
}
