import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import {
  insertSaveStatement,
  readConflictStatement,
  writeSaveStatement,
  type SaveWriteParams,
  type StoredSave,
} from './save-statements.ts';

export interface SaveWrite extends Omit<SaveWriteParams, 'set'> {
  readonly set: Readonly<Record<string, string>>;
}

export type WriteSaveResult =
  | { readonly outcome: 'saved'; readonly revision: number; readonly updatedAt: Date }
  | { readonly outcome: 'conflict'; readonly stored: StoredSave | undefined }
  | { readonly outcome: 'too-large'; readonly maxBytes: number }
  | { readonly outcome: 'no-game' | 'no-account' };

export type WriteSave = (write: SaveWrite) => Promise<WriteSaveResult>;

// The first write of two devices at the same time: the second try finds the save.
const maxTries = 2;

export function createSaveWriter(database: Database): WriteSave {
  const change = database.prepare(writeSaveStatement);
  const insert = database.prepare(insertSaveStatement);
  const readConflict = database.prepareRead(readConflictStatement);

  const insertFirst = async (write: SaveWrite, set: string, maxBytes: number): Promise<WriteSaveResult> => {
    if (write.baseRevision !== 0) return { outcome: 'conflict', stored: undefined };
    const removed = new Set(write.remove);
    const kept = Object.entries(write.set).filter(([key]) => !removed.has(key));
    const bytes = countBytes(kept);
    if (bytes > maxBytes) return { outcome: 'too-large', maxBytes };
    const keys = removed.size === 0 ? set : JSON.stringify(Object.fromEntries(kept));
    const [row] = await insert({ ...write, saveId: randomUUID(), set: keys, bytes });
    return row ? saved(row) : { outcome: 'no-account' };
  };

  const explainConflict = async (write: SaveWrite, set: string): Promise<WriteSaveResult> => {
    const [stored] = await readConflict({ ...write, set });
    if (!stored) return { outcome: 'conflict', stored: undefined };
    const { repeated_revision: revision, repeated_at: updated_at, is_same } = stored;
    if (revision !== null && updated_at !== null) return saved({ revision, updated_at });
    return is_same ? saved(stored) : { outcome: 'conflict', stored };
  };

  return async (write) => {
    const set = JSON.stringify(write.set);
    let result: WriteSaveResult = { outcome: 'no-account' };
    for (let tries = 0; tries < maxTries && result.outcome === 'no-account'; tries += 1) {
      const [row] = await change({ ...write, set });
      if (!row) return { outcome: 'no-game' };
      const { outcome, max_bytes: maxBytes, revision, updated_at } = row;
      if (outcome === null || revision === null || updated_at === null)
        result = await insertFirst(write, set, maxBytes);
      else if (outcome === 'conflict') return explainConflict(write, set);
      else if (outcome === 'too-large') return { outcome, maxBytes };
      else return saved({ revision, updated_at });
    }
    return result;
  };
}

const saved = ({ revision, updated_at }: Pick<StoredSave, 'revision' | 'updated_at'>): WriteSaveResult => ({
  outcome: 'saved',
  revision,
  updatedAt: updated_at,
});

const countBytes = (entries: readonly (readonly [string, string])[]): number =>
  entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
