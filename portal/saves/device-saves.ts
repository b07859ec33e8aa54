// Saves on this device, in IndexedDB: one record per player and game. If the browser blocks or limits its storage,
// records are kept in memory until the page closes.
import { log } from '#portal/log.ts';
import type { SentWrite } from './save-backend.ts';
import type { SaveChange, SaveEntries, SaveSnapshot } from './save-changes.ts';
import { markSave } from './unsent-saves.ts';

export interface DeviceSave {
  /** The account's or the platform's save when this device last saw it. Absent: it was never read. */
  readonly base?: SaveSnapshot | undefined;
  /** A write whose reply hasn't arrived. */
  readonly sent?: SentWrite | undefined;
  /** Changes that were not sent yet. */
  readonly pending?: SaveChange | undefined;
  /** The save of a player without an account who signed in on this device. */
  readonly guest?: GuestSave | undefined;
  /** The save that the player has not chosen. It becomes an earlier revision, where there is a history. */
  readonly unchosen?: (UnchosenSave & RestoreProgress) | undefined;
  /** For sending it without the game. */
  readonly deviceName?: string | undefined;
}

export interface UnchosenSave {
  readonly entries: SaveEntries;
  readonly summary?: string | undefined;
  readonly changedAt: string;
}

export interface GuestSave extends UnchosenSave {
  /** The revision in the platform's storage that is part of it. */
  readonly platformRevision?: number | undefined;
}

interface RestoreProgress {
  readonly writeId: string;
  /** It was written; the chosen revision has to be restored. */
  readonly writtenAs?: { readonly revision: number; readonly chosenRevision: number } | undefined;
}

export interface DeviceSaves {
  read(id: string): Promise<DeviceSave | undefined>;
  write(id: string, save: DeviceSave): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createMemoryDeviceSaves(): DeviceSaves {
  const saves = new Map<string, DeviceSave>();
  return {
    read: async (id) => saves.get(id),
    write: async (id, save) => void saves.set(id, save),
    remove: async (id) => void saves.delete(id),
  };
}

export function openDeviceSaves(): DeviceSaves {
  const memory = createMemoryDeviceSaves();
  let opening: Promise<IDBDatabase> | undefined;
  const run = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const transaction = (await (opening ??= openDatabase())).transaction(storeName, mode);
    const request = act(transaction.objectStore(storeName));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted.'));
    });
  };
  const orInMemory = async <T>(stored: () => Promise<T>, kept: () => Promise<T>): Promise<T> => {
    try {
      return await stored();
    } catch (error) {
      log.warn('The browser did not store a save. It is kept until the page closes.', error);
      return kept();
    }
  };
  return {
    read: async (id) =>
      (await memory.read(id)) ??
      orInMemory(
        () => run<DeviceSave | undefined>('readonly', (store) => store.get(id) as IDBRequest<DeviceSave | undefined>),
        async () => undefined,
      ),
    write: async (id, save) => {
      // First, because the page may be closed before the record is stored. A record without an account can't be sent.
      if (!id.startsWith(' ')) markSave(id, isUnsent(save));
      await orInMemory(
        async () => {
          await run('readwrite', (store) => store.put(save, id));
          await memory.remove(id);
        },
        () => memory.write(id, save),
      );
    },
    remove: async (id) => {
      markSave(id, false);
      await memory.remove(id);
      await orInMemory<unknown>(
        () => run('readwrite', (store) => store.delete(id)),
        async () => undefined,
      );
    },
  };
}

const isUnsent = ({ sent, pending, guest, unchosen }: DeviceSave): boolean =>
  [sent, pending, guest, unchosen].some((part) => part !== undefined);

const databaseName = 'fxid-saves';
const storeName = 'saves';

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB could not be opened.'));
  });
}
