// The save of the simulated portal, kept in the browser's storage. In Node, or if storage is blocked, it lasts as long as
// the page.
import type { ParamsOf } from '../bridge/protocol.ts';
import type { GameSave } from '../bridge/shapes.ts';
import { SdkError } from './sdk-error.ts';

export function openLocalSave(): { read(): GameSave; write(change: ParamsOf<'WriteSave'>): Record<string, never> } {
  let stored: GameSave | undefined;
  const read = (): GameSave => (stored ??= load() ?? { revision: 0, entries: [], maxBytes });
  return {
    read,
    write({ values = {}, remove = [], clear = false, summary }) {
      const save = read();
      const entries = new Map(clear ? [] : save.entries.map(({ key, value }) => [key, value]));
      for (const key of remove) entries.delete(key);
      for (const key of Object.keys(values)) entries.set(key, values[key] ?? '');
      const list = [...entries].map(([key, value]) => ({ key, value }));
      const bytes = new TextEncoder().encode(list.map(({ key, value }) => key + value).join('')).length;
      if (bytes > maxBytes)
        throw new SdkError('TooLarge', 'WriteSave', `The save would have ${bytes} bytes; at most ${maxBytes} fit.`);
      const described = summary ?? save.summary;
      stored = {
        revision: save.revision + 1,
        entries: list,
        updatedAt: new Date().toISOString(),
        maxBytes,
        ...(described !== undefined && { summary: described }),
      };
      store(stored);
      return {};
    },
  };
}

const maxBytes = 1_000_000;
const storageKey = 'fxid-local-save';

function load(): GameSave | undefined {
  try {
    const text = findStorage()?.getItem(storageKey) ?? null;
    return text === null ? undefined : (JSON.parse(text) as GameSave);
  } catch {
    return undefined;
  }
}

/** Node prints a warning when its storage is read. */
const findStorage = (): Storage | undefined => (typeof document === 'object' ? localStorage : undefined);

function store(save: GameSave): void {
  try {
    findStorage()?.setItem(storageKey, JSON.stringify(save));
  } catch {
    return;
  }
}
