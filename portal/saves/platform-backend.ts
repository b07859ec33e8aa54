// The save of a player without an account, as one document in the platform's storage. Platforms have no compare-and-set:
// the document is read before every write, and lists the last write of each device. A device whose write is missing there
// was overwritten, and its player is asked.
import type { AllCapabilities, PlatformStorage } from '#platforms/port.browser.ts';
import type { SavingDevice } from './account-backend.ts';
import { SaveConflictError, SaveRejectedError, type SaveBackend } from './save-backend.ts';
import { applyChange, measureText, type SaveEntries } from './save-changes.ts';

export function createPlatformBackend(
  capability: AllCapabilities['storage'],
  device: SavingDevice,
  now: () => Date = () => new Date(),
): SaveBackend {
  let opening: Promise<PlatformStorage> | undefined;
  const open = async (): Promise<{ storage: PlatformStorage; stored: SaveDocument }> => {
    try {
      opening ??= capability.open();
      const storage = await opening;
      return { storage, stored: parseDocument(await storage.read()) ?? emptyDocument };
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };
  return {
    async read() {
      const { storage, stored } = await open();
      const { writes, ...save } = stored;
      const maxBytes = Math.floor(storage.maxBytes * entriesShare);
      return { ...save, lastWrites: listRevisions(writes), maxBytes, minWritePauseMs: storage.minWritePauseMs };
    },
    async write({ writeId, baseRevision, change }) {
      const { storage, stored } = await open();
      const ownWrite = stored.writes.get(device.id);
      if (ownWrite?.writeId === writeId)
        return { revision: ownWrite.revision, lastWrites: new Map([[device.id, ownWrite.revision]]) };
      if (stored.revision !== baseRevision) throw new SaveConflictError();
      const revision = Math.max(now().getTime(), stored.revision + 1);
      const writes = new Map(stored.writes).set(device.id, { revision, writeId });
      const text = writeDocument({
        revision,
        entries: applyChange(stored.entries, change),
        updatedAt: change.changedAt,
        device: device.name,
        summary: change.summary ?? stored.summary,
        writes,
      });
      const bytes = measureText(text);
      if (bytes > storage.maxBytes)
        throw new SaveRejectedError(`The save has ${bytes} bytes; at most ${storage.maxBytes} fit.`, true);
      await storage.write(text);
      return { revision, updatedAt: change.changedAt, lastWrites: listRevisions(writes) };
    },
  };
}

/** The rest is for quotes and line breaks, which take more space in JSON, and for the document's other fields. */
const entriesShare = 0.75;
const maxDevices = 20;

interface SaveDocument {
  readonly revision: number;
  readonly entries: SaveEntries;
  readonly updatedAt?: string | undefined;
  readonly device?: string | undefined;
  readonly summary?: string | undefined;
  /** The last write of each device that is part of this save, by the device's id. */
  readonly writes: DeviceWrites;
}

type DeviceWrites = ReadonlyMap<string, { readonly revision: number; readonly writeId: string }>;

const emptyDocument: SaveDocument = { revision: 0, entries: new Map(), writes: new Map() };

const listRevisions = (writes: DeviceWrites): Map<string, number> =>
  new Map([...writes].map(([device, { revision }]) => [device, revision]));

function writeDocument({ entries, writes, ...rest }: SaveDocument): string {
  const latest = [...writes].toSorted(([, a], [, b]) => b.revision - a.revision).slice(0, maxDevices);
  return JSON.stringify({ ...rest, entries: [...entries], writes: latest });
}

/** Undefined if it isn't a save: the player can change what a platform stores. */
function parseDocument(text: string | undefined): SaveDocument | undefined {
  if (text === undefined) return undefined;
  try {
    const { revision, entries, updatedAt, device, summary, writes } = JSON.parse(text) as Record<string, unknown>;
    if (!Number.isSafeInteger(revision)) return undefined;
    return {
      revision: Number(revision),
      entries: new Map((entries as unknown[]).map((entry) => readPair(entry, readText))),
      updatedAt: isDate(updatedAt) ? updatedAt : undefined,
      device: device === undefined ? undefined : readText(device),
      summary: summary === undefined ? undefined : readText(summary),
      writes: new Map((writes as unknown[]).map((write) => readPair(write, readWrite))),
    };
  } catch {
    return undefined;
  }
}

function readPair<T>(pair: unknown, readValue: (value: unknown) => T): [string, T] {
  const [key, value] = pair as unknown[];
  return [readText(key), readValue(value)];
}

function readWrite(value: unknown): { revision: number; writeId: string } {
  const { revision, writeId } = value as Record<string, unknown>;
  return { revision: Number(revision), writeId: readText(writeId) };
}

function readText(value: unknown): string {
  if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) throw new Error('No text.');
  return value;
}

const isDate = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));
