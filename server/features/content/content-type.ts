// The interface of a type of content.
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

export interface ContentEntry<Value = unknown, Stored = unknown> {
  readonly place: ContentPlace;
  readonly value: Value;
  /** The stored form if it differs: with the secrets of settings, or with the addresses of pictures. */
  readonly whole?: Stored;
}

export type ContentEntries = ReadonlyMap<string, ContentEntry>;

export interface PrepareContentParams<Value, Stored = Value> {
  readonly place: ContentPlace;
  /** Not validated yet. */
  readonly value: unknown;
  readonly before: ContentEntry<Value, Stored> | undefined;
  readonly current: ContentEntries;
  readonly folder: ContentEntries;
}

export type PrepareContentResult<Value, Stored = Value> =
  | { readonly faults: readonly string[] }
  | {
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
export interface ContentTypeHandler<Value, Stored = Value> {
  read(db: Kysely<Tables>, tools: ContentTools): Promise<ContentEntry<Value, Stored>[]>;
  prepare(given: PrepareContentParams<Value, Stored>, tools: ContentTools): PrepareContentResult<Value, Stored>;
  /** Runs before all writes, so that other content can refer to it. */
  insert?(trx: Transaction<Tables>, entry: ContentEntry<Value, Stored>): Promise<void>;
  write(trx: Transaction<Tables>, entry: ContentEntry<Value, Stored>, tools: ContentTools): Promise<readonly string[]>;
  describe(value: Value): string;
  /** Names what this change deletes for good. */
  describeLoss?(before: Value, after: Value): string | undefined;
  /** Ids that must be unique across all content. */
  idsOf?(value: Value): readonly string[];
  /** Moves long texts into files of their own, by path. */
  splitTexts?(path: string, value: Value): { readonly value: unknown; readonly texts: ReadonlyMap<string, string> };
  /** What happens when a folder no longer contains it. Absent: it stays. */
  readonly remove?: {
    outcome(value: Value): string | undefined;
    run(trx: Transaction<Tables>, entry: ContentEntry<Value, Stored>, tools: ContentTools): Promise<void>;
  };
}
