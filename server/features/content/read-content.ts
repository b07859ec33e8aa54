import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { buildContentFiles, type ContentFiles } from './content-files.ts';
import type { ContentEntry, ContentTools, ContentEntries } from './content-type.ts';
import { contentTypeHandlers, contentTypeNames } from './content-types.ts';
import { contentTypeHasPictures, replacePictureAddresses } from './picture-addresses.ts';

export interface CurrentContent {
  readonly entries: ContentEntries;
  readonly files: ContentFiles;
  /** A hash: equal content has the same version on every portal. */
  readonly version: string;
}

export function readContent(database: Database, tools: ContentTools): Promise<CurrentContent> {
  return database.transaction((trx) => readContentInTransaction(trx, tools), { isolation: 'repeatable read' });
}

export async function readContentInTransaction(db: Kysely<Tables>, tools: ContentTools): Promise<CurrentContent> {
  const entries = new Map<string, ContentEntry>();
  for (const type of contentTypeNames)
    for (const entry of await contentTypeHandlers[type].read(db, tools)) entries.set(entry.place.path, entry);
  for (const [path, entry] of entries)
    if (contentTypeHasPictures(entry.place)) entries.set(path, replacePictureAddresses(entry, entries));
  const files = buildContentFiles(entries);
  return { entries, files, version: hash('sha256', JSON.stringify([...files]), 'hex').slice(0, 32) };
}
