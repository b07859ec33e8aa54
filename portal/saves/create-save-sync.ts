// Keeps one save of this device and its backend equal. Changes are stored on the device first, then sent, at most about
// one write per second. Nothing is overwritten silently: if both sides have changed, `choose` decides.
import { createPersister } from './create-persister.ts';
import type { DeviceSave, DeviceSaves, UnchosenSave } from './device-saves.ts';
import {
  SaveConflictError,
  SaveRejectedError,
  type SaveBackend,
  type SavedCopy,
  type SentWrite,
  type StoredSave,
} from './save-backend.ts';
import {
  applyChange,
  diffEntries,
  hasSameEntries,
  includesWrites,
  mergeChanges,
  type SaveChange,
  type SaveEntries,
  type SaveSnapshot,
} from './save-changes.ts';

export type DescribedSave = Omit<SaveSnapshot, 'revision'>;

/** Undefined: not decided now. The question comes again at the next start. */
export type SaveChoice =
  | 'device'
  | 'account'
  | { readonly entries: SaveEntries; readonly summary?: string | undefined }
  | undefined;

export interface SaveSyncOptions {
  /** The key of the device's record. */
  readonly id: string;
  readonly deviceSaves: DeviceSaves;
  /** Absent: the save is only on this device. */
  readonly backend?: SaveBackend | undefined;
  readonly deviceName: string;
  readonly defaultMaxBytes: number;
  readonly choose: (device: DescribedSave, account: DescribedSave) => Promise<SaveChoice>;
  readonly chooseCopy: (copy: SavedCopy, account: DescribedSave) => Promise<'Account' | 'Copy' | undefined>;
  /** The save has changed otherwise than by `change`. */
  readonly onChanged: (revision: number) => void;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly timer: SaveTimer;
  readonly warn: (text: string, error: unknown) => void;
}

export interface SaveTimer {
  /** Returns a function that cancels it. */
  after(ms: number, act: () => void): () => void;
}

export const browserTimer: SaveTimer = {
  after: (ms, act) => {
    const timeout = setTimeout(act, ms);
    return () => clearTimeout(timeout);
  },
};

export interface SaveSync {
  /** Reads from the backend if it can be reached; else the device's state counts. */
  read(): Promise<SaveSnapshot>;
  /** The state of this device. */
  current(): SaveSnapshot;
  maxBytes(): number;
  /** Resolves when the change is stored on the device. */
  change(change: SaveChange): Promise<void>;
  /** True if nothing is left to send. Rejects with SaveRejectedError. */
  flush(): Promise<boolean>;
  /** Sends what it can without waiting. For a page that closes. */
  flushWhileClosing(): void;
  /** The network or the page is back. */
  retry(): void;
  stop(): void;
}

class SaveUndecidedError extends Error {
  override readonly name = 'SaveUndecidedError';
}

export async function createSaveSync(options: SaveSyncOptions): Promise<SaveSync> {
  const { id, deviceSaves, backend, timer } = options;
  let state: DeviceSave = (await deviceSaves.read(id)) ?? {};
  let maxBytes = options.defaultMaxBytes;
  let writePauseMs = defaultWritePauseMs;
  let running: Promise<boolean> | undefined;
  let isAsking = false;
  let isUndecided = false;
  let isStopped = false;
  let inFlight: Promise<unknown> | undefined;
  let hasReader = false;
  let pulledAtMs = -Infinity;
  let wroteAtMs = -Infinity;
  let failures = 0;
  let cancelTimer: (() => void) | undefined;

  const nowMs = (): number => options.now().getTime();
  const entries = (): SaveEntries =>
    applyChange(applyChange(state.base?.entries ?? new Map(), state.sent?.change), state.pending);
  const hasLocalChanges = (): boolean => state.sent !== undefined || state.pending !== undefined;
  const localSummary = (): string | undefined =>
    state.pending?.summary ?? state.sent?.change.summary ?? state.base?.summary;
  const changedAt = (): string =>
    state.pending?.changedAt ?? state.sent?.change.changedAt ?? state.base?.updatedAt ?? options.now().toISOString();
  const current = (): SaveSnapshot => ({
    revision: state.base?.revision ?? 0,
    entries: entries(),
    updatedAt: hasLocalChanges() ? changedAt() : state.base?.updatedAt,
    summary: localSummary(),
  });

  const persist = createPersister(async () => {
    // After the player has changed, the record may have been moved to another one.
    if (isStopped && !(await deviceSaves.read(id))) return;
    await deviceSaves.write(id, { ...state, deviceName: options.deviceName });
  });
  const update = (changes: Partial<DeviceSave>): Promise<void> => {
    state = { ...state, ...changes };
    return persist();
  };

  /** Takes over the backend's save. The game is notified if its view changes. */
  const adopt = async (base: SaveSnapshot, changes: Partial<DeviceSave> = {}): Promise<void> => {
    const before = entries();
    await update({ ...changes, base });
    if (hasReader && !hasSameEntries(before, entries())) options.onChanged(base.revision);
  };

  const readStored = async (from: SaveBackend, knownRevision?: number): Promise<StoredSave> => {
    const stored = await from.read(knownRevision);
    maxBytes = stored.maxBytes;
    writePauseMs = stored.minWritePauseMs ?? defaultWritePauseMs;
    pulledAtMs = nowMs();
    return stored;
  };

  const ask = async <T>(question: () => Promise<T | undefined>): Promise<T> => {
    isAsking = true;
    try {
      const answer = await question();
      if (answer === undefined) throw new SaveUndecidedError();
      return answer;
    } finally {
      isAsking = false;
    }
  };

  /** @param mine the device's save when the question was asked; it may change while the player decides */
  const resolve = async (account: SaveSnapshot, mine: () => UnchosenSave, rest: Partial<DeviceSave>): Promise<void> => {
    const { entries: shown, summary, changedAt: updatedAt } = mine();
    const device = { entries: shown, summary, updatedAt, device: options.deviceName };
    const choice = await ask(() => options.choose(device, account));
    const latest = mine();
    if (choice === 'account') return adopt(account, { ...rest, unchosen: { ...latest, writeId: options.newId() } });
    const kept = choice === 'device' ? latest : { ...latest, entries: choice.entries };
    const described = { ...kept, summary: (choice !== 'device' && choice.summary) || kept.summary };
    const pending = hasSameEntries(account.entries, kept.entries)
      ? undefined
      : diffEntries(account.entries, kept.entries, described);
    return adopt(account, { ...rest, pending, ...(!backend?.restore && { unchosen: keepOverwritten(account) }) });
  };

  const keepOverwritten = ({ entries: overwritten, summary, updatedAt }: SaveSnapshot): DeviceSave['unchosen'] => ({
    entries: overwritten,
    summary,
    changedAt: updatedAt ?? options.now().toISOString(),
    writeId: options.newId(),
  });

  const settleConflict = async (from: SaveBackend): Promise<void> => {
    const account = toSnapshot(await readStored(from));
    const rest = { sent: undefined, pending: undefined };
    const mine = (): UnchosenSave => ({ entries: entries(), summary: localSummary(), changedAt: changedAt() });
    if (hasSameEntries(mine().entries, account.entries)) return adopt(account, rest);
    // Nothing is stored any more, for example after a restored backup: there is nothing to overwrite.
    if (account.revision === 0) return adopt(account, { ...rest, pending: diffEntries(new Map(), entries(), mine()) });
    return resolve(account, mine, rest);
  };

  const pull = async (from: SaveBackend): Promise<void> => {
    const known = state.base;
    const stored = await readStored(from, known?.revision);
    if (stored.entries && stored.revision !== known?.revision) {
      const isMissing =
        known !== undefined && (stored.revision === 0 || !includesWrites(stored.lastWrites, known.lastWrites));
      if (isMissing || (hasLocalChanges() && (known || stored.revision > 0))) return settleConflict(from);
      await adopt(toSnapshot(stored));
    }
    if (stored.copy && !hasLocalChanges() && state.base) await settleCopy(from, stored.copy, state.base);
  };

  const settleCopy = async (from: SaveBackend, copy: SavedCopy, account: SaveSnapshot): Promise<void> => {
    const keep = await ask(() => options.chooseCopy(copy, account));
    await from.chooseCopy?.(copy.id, keep, account.revision);
    await adopt(toSnapshot(await readStored(from)));
  };

  const settleGuest = async (guest: UnchosenSave, account: SaveSnapshot): Promise<void> => {
    const rest = { guest: undefined };
    if (guest.entries.size === 0 || hasSameEntries(guest.entries, account.entries)) return update(rest);
    if (account.entries.size === 0)
      return adopt(account, { ...rest, pending: diffEntries(account.entries, guest.entries, guest) });
    return resolve(account, () => guest, rest);
  };

  const begin = (base: SaveSnapshot, change: SaveChange): Promise<void> =>
    update({ sent: { writeId: options.newId(), baseRevision: base.revision, change }, pending: undefined });

  const send = async (to: SaveBackend, base: SaveSnapshot, sent: SentWrite, isClosing = false): Promise<void> => {
    wroteAtMs = nowMs();
    try {
      const writing = to.write(sent);
      inFlight = writing;
      const { revision, updatedAt = sent.change.changedAt, lastWrites } = await writing;
      // The same write was also sent while the page seemed to close.
      if (state.sent?.writeId !== sent.writeId) return;
      const written = applyChange(base.entries, sent.change);
      const summary = sent.change.summary ?? base.summary;
      await update({
        base: { revision, entries: written, updatedAt, summary, device: options.deviceName, lastWrites },
        sent: undefined,
      });
    } catch (error) {
      if (error instanceof SaveConflictError && !isClosing) return await settleConflict(to);
      if (error instanceof SaveRejectedError)
        await update({
          sent: undefined,
          pending: state.pending ? mergeChanges(sent.change, state.pending) : sent.change,
        });
      throw error;
    } finally {
      inFlight = undefined;
    }
  };

  /** Otherwise it is kept on the device, until the player has an account. */
  const canStoreUnchosen = ({ revision }: SaveSnapshot): boolean => backend?.restore !== undefined && revision > 0;

  /** Writes the save that wasn't chosen, and restores the chosen one: both are then in the history. */
  const storeUnchosen = async (
    to: SaveBackend,
    base: SaveSnapshot,
    unchosen: NonNullable<DeviceSave['unchosen']>,
  ): Promise<void> => {
    try {
      let { writtenAs } = unchosen;
      if (!writtenAs) {
        const change = diffEntries(base.entries, unchosen.entries, unchosen);
        const { revision } = await to.write({ writeId: unchosen.writeId, baseRevision: base.revision, change });
        writtenAs = { revision, chosenRevision: base.revision };
        await update({ unchosen: { ...unchosen, writtenAs } });
      }
      const { revision, updatedAt } = (await to.restore?.(writtenAs.chosenRevision, writtenAs.revision)) ?? base;
      await update({ unchosen: undefined, base: { ...base, revision, updatedAt } });
    } catch (error) {
      const isConflict = error instanceof SaveConflictError;
      if (!isConflict && !(error instanceof SaveRejectedError)) throw error;
      const isWritten = state.unchosen?.writtenAs !== undefined;
      if (!isConflict) options.warn('The save that the player did not choose is not in the history.', error);
      await update({
        unchosen: isConflict && !isWritten ? { ...unchosen, writeId: options.newId() } : undefined,
      });
      await pull(to);
    }
  };

  const waitForTurn = (): Promise<void> =>
    new Promise((resolveTurn) => {
      timer.after(Math.max(0, wroteAtMs + writePauseMs - nowMs()), resolveTurn);
    });

  /** Works until nothing is left to do. Rejects if the backend can't be reached or the player has not decided. */
  const run = async (wantsPull: boolean): Promise<boolean> => {
    if (!backend) return !hasLocalChanges();
    // A sent write comes first: it may have arrived, and would look like a change by another device.
    if (wantsPull && !state.sent) await pull(backend);
    for (;;) {
      if (isStopped) break;
      const { base, sent, pending, guest, unchosen } = state;
      if (!base) await pull(backend);
      if (!base && !state.base) await adopt({ revision: 0, entries: new Map() });
      if (!base) continue;
      if (sent) await send(backend, base, sent);
      else if (unchosen && canStoreUnchosen(base)) await storeUnchosen(backend, base, unchosen);
      else if (pending) {
        await waitForTurn();
        if (state.pending && !state.sent) await begin(base, state.pending);
      } else if (guest) await settleGuest(guest, base);
      else break;
    }
    if (wantsPull && pulledAtMs === -Infinity) await pull(backend);
    return !hasLocalChanges();
  };

  const sync = (wantsPull: boolean): Promise<boolean> => {
    if (running) return running;
    cancelTimer?.();
    cancelTimer = undefined;
    const started = run(wantsPull)
      .then((isSaved) => {
        failures = 0;
        return isSaved;
      })
      .catch((error: unknown) => {
        if (error instanceof SaveRejectedError) throw error;
        if (error instanceof SaveUndecidedError) isUndecided = true;
        else retryLater(error);
        return false;
      })
      .finally(() => {
        running = undefined;
      });
    running = started;
    return started;
  };

  const retryLater = (error: unknown): void => {
    if (failures === 0) options.warn('The save could not be sent. It is stored on this device.', error);
    failures += 1;
    if (hasLocalChanges()) schedule(Math.min(maxRetryMs, minRetryMs * 2 ** (failures - 1)));
  };

  const schedule = (ms: number): void => {
    if (isStopped || !backend) return;
    cancelTimer ??= timer.after(ms, () => {
      cancelTimer = undefined;
      if (!isUndecided) sync(false).catch(warnRejected);
    });
  };
  const warnRejected = (error: unknown): void => options.warn('The save was rejected.', error);

  return {
    current,
    maxBytes: () => maxBytes,
    async read() {
      isUndecided = false;
      const isKnown = nowMs() - pulledAtMs < freshReadMs;
      const synced = sync(!isKnown).catch(warnRejected);
      // Without a network the game starts with what is on this device. A question to the player has no time limit.
      await new Promise<unknown>((done) => {
        const cancel = timer.after(readTimeoutMs, () => {
          if (!isAsking) done(undefined);
        });
        void synced.finally(cancel).then(done);
      });
      hasReader = true;
      return current();
    },
    async change(change) {
      const stored = update({ pending: mergeChanges(state.pending, change) });
      schedule(batchMs);
      await stored;
    },
    async flush() {
      if (isUndecided) return false;
      const isSaved = await sync(false);
      // A change may have arrived after the last step.
      return isSaved && hasLocalChanges() ? sync(false) : isSaved;
    },
    flushWhileClosing() {
      const { base, pending } = state;
      if (!backend || !base || inFlight || isAsking || isUndecided) return;
      if (state.unchosen && canStoreUnchosen(base)) return;
      // The request has to start in the event of the closing page, so it doesn't wait for the device's record.
      if (pending && !state.sent) void begin(base, pending);
      if (!state.sent) return;
      send(backend, base, state.sent, true).catch((error: unknown) =>
        options.warn('The save was not sent while the page closed. It is stored on this device.', error),
      );
    },
    retry() {
      if (isUndecided || isStopped) return;
      failures = 0;
      sync(true).catch(warnRejected);
    },
    stop() {
      isStopped = true;
      cancelTimer?.();
    },
  };
}

const batchMs = 250;
const defaultWritePauseMs = 1000;
const minRetryMs = 2000;
const maxRetryMs = 60_000;
const freshReadMs = 5000;
const readTimeoutMs = 10_000;

const toSnapshot = ({ revision, entries, updatedAt, device, summary, lastWrites }: StoredSave): SaveSnapshot => ({
  revision,
  entries: entries ?? new Map(),
  updatedAt,
  device,
  summary,
  lastWrites,
});
