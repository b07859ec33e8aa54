// Where a save is stored besides this device.
import type { SaveChange, SaveSnapshot } from './save-changes.ts';

export interface StoredSave extends Omit<SaveSnapshot, 'entries'> {
  /** Absent if the caller knows this revision. */
  readonly entries?: SaveSnapshot['entries'] | undefined;
  readonly maxBytes: number;
  /** Absent: a second. */
  readonly minWritePauseMs?: number | undefined;
  /** The save of an account that was merged into this one: the player has to choose. */
  readonly copy?: SavedCopy | undefined;
}

export interface SavedCopy {
  readonly id: string;
  readonly updatedAt?: string | undefined;
  readonly device?: string | undefined;
  readonly summary?: string | undefined;
}

export interface SentWrite {
  /** A repeated write with the same id has no second effect. */
  readonly writeId: string;
  readonly baseRevision: number;
  readonly change: SaveChange;
}

export interface WrittenSave {
  readonly revision: number;
  readonly updatedAt?: string | undefined;
  readonly lastWrites?: SaveSnapshot['lastWrites'];
}

/** Any other error means that the backend can't be reached now. */
export class SaveConflictError extends Error {
  override readonly name = 'SaveConflictError';
}

/** Sending it again won't help. */
export class SaveRejectedError extends Error {
  override readonly name = 'SaveRejectedError';
  readonly isTooLarge: boolean;

  constructor(message: string, isTooLarge: boolean) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}

export interface SaveBackend {
  readonly read: (knownRevision: number | undefined) => Promise<StoredSave>;
  readonly write: (write: SentWrite) => Promise<WrittenSave>;
  /** Makes an earlier revision the current one. Absent: the backend has no history. */
  readonly restore?: (revision: number, baseRevision: number) => Promise<WrittenSave>;
  readonly chooseCopy?: (copyId: string, keep: 'Account' | 'Copy', baseRevision: number) => Promise<unknown>;
}
