// The vendor's cloud storage, in the player's save.
import type { Sdk } from '#sdk/sdk.ts';
import { callGame } from '../kit/settle.browser.ts';
import type { CloudStorage } from './vendor-types.ts';

const prefix = 'tg.';
const maxKeys = 1024;

export function createCloudStorage(open: () => Promise<Sdk>): CloudStorage {
  const run = <T>(
    work: (storage: Storage) => T,
    callback: ((error: string | null, result: T | null) => unknown) | undefined,
  ): CloudStorage => {
    void open()
      .then(({ saves }) => saves.localStorage())
      .then(work)
      .then(
        (result) => callGame(callback, null, result),
        (error: unknown) => callGame(callback, error instanceof StorageProblem ? error.message : 'UNKNOWN_ERROR', null),
      );
    return own;
  };
  const remove = (storage: Storage, keys: unknown): true => {
    for (const name of toKeys(keys)) storage.removeItem(prefix + name);
    return true;
  };
  const own: CloudStorage = {
    setItem: (key, value, callback) =>
      run((storage): true => {
        const [name = ''] = toKeys([key]);
        if (typeof value !== 'string' || value.length > 4096) throw new StorageProblem('VALUE_INVALID');
        if (storage.getItem(prefix + name) === null && listKeys(storage).length >= maxKeys)
          throw new StorageProblem('QUOTA_EXCEEDED');
        storage.setItem(prefix + name, value);
        return true;
      }, callback),
    // A key that isn't there has an empty value.
    getItem: (key, callback) => run((storage) => storage.getItem(prefix + toKeys([key])[0]) ?? '', callback),
    getItems: (keys, callback) =>
      run(
        (storage) => Object.fromEntries(toKeys(keys).map((name) => [name, storage.getItem(prefix + name) ?? ''])),
        callback,
      ),
    removeItem: (key, callback) => run((storage) => remove(storage, [key]), callback),
    removeItems: (keys, callback) => run((storage) => remove(storage, keys), callback),
    getKeys: (callback) => run(listKeys, callback),
  };
  return own;
}

/** Its message is what the game gets. */
class StorageProblem extends Error {}

function toKeys(keys: unknown): string[] {
  const all: unknown[] = Array.isArray(keys) ? keys : [];
  if (!all.every((key) => typeof key === 'string' && /^[\w-]{1,120}$/.test(key)))
    throw new StorageProblem('KEY_INVALID');
  return all.map(String);
}

const listKeys = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
