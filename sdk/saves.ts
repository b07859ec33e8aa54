// `FxId.saves`, loaded when a game first uses it. It keeps a copy of the player's save, so that only the first read waits
// for the portal. Changes of one moment are sent as one call.
import type { SaveCopy } from '../bridge/shapes.ts';
import { createStorageView } from './create-storage-view.ts';
import { decodeSavedValue, encodeMergedValues, encodeSavedValue, escapeText, unescapeText } from './saved-values.ts';
import type { CallMethod, ConflictingSave, ResolveSaveConflict, Sdk, SdkSaves } from './sdk.ts';
import type { SdkError } from './sdk-error.ts';

/** `undefined` removes the key. */
type Changes = Map<string, string | undefined>;

interface Batch {
  readonly changes: Changes;
  summary?: string;
  readonly sent: Promise<void>;
}

export function createSaves(call: CallMethod, on: Sdk['on']): SdkSaves {
  const entries = new Map<string, string>();
  // Not yet confirmed by the portal: a reply to an earlier read doesn't contain them.
  const unconfirmed: Changes = new Map();
  let maxBytes = 0;
  let resolveConflict: ResolveSaveConflict | undefined;
  let reading: Promise<void> | undefined;
  let batch: Batch | undefined;

  const fetchEntries = async (): Promise<void> => {
    const save = await call('ReadSave', resolveConflict ? { resolvesConflicts: true } : {});
    maxBytes = save.maxBytes;
    entries.clear();
    for (const { key, value } of save.entries) entries.set(key, unescapeText(value));
    unconfirmed.forEach((value, key) => apply(key, value));
  };
  const read = (): Promise<void> => {
    const started = fetchEntries();
    reading = started;
    // After a failure, the next call reads again.
    started.catch(() => {
      if (reading === started) reading = undefined;
    });
    return started;
  };
  const ready = (): Promise<void> => reading ?? read();
  const apply = (key: string, value: string | undefined): void => {
    if (value === undefined) entries.delete(key);
    else entries.set(key, value);
  };

  const send = async (): Promise<void> => {
    const { changes, summary } = currentBatch();
    batch = undefined;
    const texts: [string, string][] = [];
    const remove: string[] = [];
    changes.forEach((value, key) => {
      if (value === undefined) remove.push(key);
      else texts.push([key, escapeText(value)]);
    });
    try {
      // An assignment to the key `__proto__` would be lost. So the portal rejects it.
      await call('WriteSave', { values: Object.fromEntries(texts), remove, ...(summary !== undefined && { summary }) });
    } catch (error) {
      confirm(changes);
      // The copy has values that were not saved.
      reading = undefined;
      throw error;
    }
    confirm(changes);
  };
  const confirm = (changes: Changes): void =>
    changes.forEach((value, key) => {
      if (unconfirmed.get(key) === value) unconfirmed.delete(key);
    });
  const currentBatch = (): Batch => (batch ??= { changes: new Map(), sent: Promise.resolve().then(send) });
  const change = (key: string, value: string | undefined): Promise<void> => {
    apply(key, value);
    unconfirmed.set(key, value);
    const { changes, sent } = currentBatch();
    changes.set(key, value);
    return sent;
  };
  const clear = (): Promise<void> =>
    Promise.all([...entries.keys()].map((key) => change(key, undefined))).then(() => undefined);

  on('saveChanged', () => void read().catch(() => undefined));
  on('saveConflict', ({ device, account }) => {
    const answer = async () => {
      const chosen = (await resolveConflict?.({ device: describe(device), account: describe(account) })) ?? 'player';
      if (typeof chosen === 'string') return { keep: chosen };
      const { values, summary } = chosen;
      const merged = encodeMergedValues(values, [device.entries, account.entries]);
      return { keep: 'merged' as const, values: merged, ...(summary !== undefined && { summary }) };
    };
    answer()
      .catch((error: unknown) => {
        // Reported like an error of a listener.
        setTimeout(() => {
          throw error;
        });
        return { keep: 'player' as const };
      })
      .then((params) => call('ResolveSaveConflict', params))
      .catch(() => undefined);
  });

  return {
    async get<T>(key: string) {
      await ready();
      const text = entries.get(key);
      return text === undefined ? undefined : (decodeSavedValue(text) as T);
    },
    async set(key, value) {
      await ready();
      await change(key, encodeSavedValue(value));
    },
    async remove(key) {
      await ready();
      await change(key, undefined);
    },
    async keys() {
      await ready();
      return [...entries.keys()];
    },
    async clear() {
      await ready();
      await clear();
    },
    async setSummary(summary) {
      await ready();
      const current = currentBatch();
      current.summary = summary;
      await current.sent;
    },
    async flush() {
      await ready();
      await batch?.sent;
      return (await call('FlushSave')).saved;
    },
    async onConflict(resolve) {
      resolveConflict = resolve;
      if (reading) await read();
    },
    async localStorage() {
      try {
        await ready();
      } catch (error) {
        // No portal, or an older one.
        if ((error as SdkError).code === 'NotSupported') return globalThis.localStorage;
        throw error;
      }
      // The caller can't wait for a failed write. The portal's log shows it.
      const ignoreFailure = (sent: Promise<void>): void => void sent.catch(() => undefined);
      return createStorageView({
        entries,
        maxBytes: () => maxBytes,
        change: (key, value) => ignoreFailure(change(key, value)),
        clear: () => ignoreFailure(clear()),
      });
    },
  };
}

function describe({ entries, ...copy }: SaveCopy): ConflictingSave {
  const values: Record<string, unknown> = {};
  for (const { key, value } of entries) values[key] = decodeSavedValue(unescapeText(value));
  return { ...copy, values };
}
