// What every type of content can do: be read, checked and completed, written, and removed.
import type { Kysely, Transaction } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Tables } from '#server/db/tables.ts';
import type { PictureMetadata } from '#server/features/pictures/write-variants.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import type { ContentPlace } from './content-place.ts';

export interface ContentTools {
  readonly config: Pick<Config, 'publicUrl' | 'gamesUrl' | 'basePath'>;
  readonly sealer: Sealer;
  /**
   * Whether the change comes from the machine itself. Settings decide who can sign in and where money goes, so an
   * operator key, which may leak, can't change them.
   */
  readonly mayChangeSettings: boolean;
  /** The folder's pictures by hash, and the variants of new ones. Absent in API calls. */
  readonly pictures?: ReadonlyMap<string, Buffer>;
  readonly madePictures?: ReadonlyMap<string, ProcessedPicture>;
}

export interface ProcessedPicture extends PictureMetadata {
  readonly bytes: Buffer;
}

/** One entry of a content folder. */
export interface ContentEntry<Value = unknown, Stored = unknown> {
  readonly place: ContentPlace;
  readonly value: Value;
  /** What is stored, where that differs: with the secrets of settings, with the addresses of pictures. */
  readonly whole?: Stored;
}

export type ContentEntries = ReadonlyMap<string, ContentEntry>;

export interface PrepareContentParams<Value, Stored = Value> {
  readonly place: ContentPlace;
  /** What the folder says, unchecked. */
  readonly value: unknown;
  /** The portal's present entry. */
  readonly before: ContentEntry<Value, Stored> | undefined;
  /** All entries of the portal, and all of the folder. */
  readonly current: ContentEntries;
  readonly folder: ContentEntries;
}

export type PrepareContentResult<Value, Stored = Value> =
  | { readonly faults: readonly string[] }
  | {
      /** The complete value, with optional fields filled in. */
      readonly value: Value;
      readonly whole?: Stored;
      readonly notes?: readonly string[];
      /** It can't be applied yet, for the reason in the notes. */
      readonly isSetAside?: true;
    };

/**
 * A type of content.
 * @template Value as a folder has it
 * @template Stored as it is stored
 */
export interface ContentType<Value, Stored = Value> {
  read(db: Kysely<Tables>, tools: ContentTools): Promise<ContentEntry<Value, Stored>[]>;
  /** Checks what a folder says and completes it. */
  prepare(given: PrepareContentParams<Value, Stored>, tools: ContentTools): PrepareContentResult<Value, Stored>;
  /** Comes before all writes, for what other content may refer to. */
  insert?(trx: Transaction<Tables>, entry: ContentEntry<Value, Stored>): Promise<void>;
  /** Writes the entry. Returns notes for the operator. */
  write(trx: Transaction<Tables>, entry: ContentEntry<Value, Stored>, tools: ContentTools): Promise<readonly string[]>;
  /** A short description of a new entry. */
  describe(value: Value): string;
  /** What is lost for good by this change. */
  describeLoss?(before: Value, after: Value): string | undefined;
  /** Ids that must be unique across all content. */
  idsOf?(value: Value): readonly string[];
  /** Texts that have files of their own, by path, and the value without them. */
  splitTexts?(path: string, value: Value): { readonly value: unknown; readonly texts: ReadonlyMap<string, string> };
  /** What happens when a folder no longer contains it. Absent: it stays. */
  readonly remove?: {
    /** The effect of the removal. Undefined: nothing changes. */
    outcome(value: Value): string | undefined;
    run(trx: Transaction<Tables>, entry: ContentEntry<Value, Stored>, tools: ContentTools): Promise<void>;
  };
}
