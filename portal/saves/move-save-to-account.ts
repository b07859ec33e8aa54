// A player without an account has signed in: their save moves to the account, or the player is asked.
import { log } from '#portal/log.ts';
import type { DeviceSaves } from './device-saves.ts';
import type { SaveBackend, StoredSave } from './save-backend.ts';
import { applyChange } from './save-changes.ts';

export interface SavingPlayer {
  /** The key of the device's record. Without an account it begins with a space. */
  readonly recordId: string;
  readonly isGuest: boolean;
  /** An account that other devices and later visits find again. */
  readonly hasAccount: boolean;
}

/** Of a guest's account only what was not sent: the server merges the rest. */
export async function moveDeviceSaveToAccount(stored: DeviceSaves, from: SavingPlayer, to: string): Promise<void> {
  const record = from.recordId === to ? undefined : await stored.read(from.recordId);
  const { base, sent, pending, unchosen } = record ?? {};
  const last = pending ?? sent?.change;
  if (!last && (from.hasAccount || !base)) return;
  const account = (await stored.read(to)) ?? {};
  // The player has not decided about an earlier one: this one waits in its own record.
  if (account.guest) return;
  const guest = {
    entries: applyChange(applyChange(base?.entries ?? new Map(), sent?.change), pending),
    summary: last?.summary ?? base?.summary,
    changedAt: last?.changedAt ?? base?.updatedAt ?? new Date().toISOString(),
    ...(!from.hasAccount && { platformRevision: base?.revision }),
  };
  await stored.write(to, { ...account, guest, unchosen: account.unchosen ?? unchosen });
  await stored.remove(from.recordId);
}

/**
 * Moves a save from the platform's storage, which other devices may have written. Returns what removes it there,
 * for when the account has it; undefined if nothing was moved.
 */
export async function movePlatformSaveToAccount(
  stored: DeviceSaves,
  platform: SaveBackend,
  to: string,
): Promise<(() => Promise<unknown>) | undefined> {
  const found = await readInTime(platform);
  if (!found?.entries?.size) return undefined;
  const { revision, entries, summary, updatedAt: changedAt = new Date().toISOString() } = found;
  const account = (await stored.read(to)) ?? {};
  if (!account.guest)
    await stored.write(to, { ...account, guest: { entries, summary, changedAt, platformRevision: revision } });
  // Another save has to be decided first. This one is found again at the next start.
  else if (account.guest.platformRevision !== revision) return undefined;
  const change = { set: new Map(), remove: [...entries.keys()], changedAt };
  return () => platform.write({ writeId: crypto.randomUUID(), baseRevision: revision, change });
}

async function readInTime(platform: SaveBackend): Promise<StoredSave | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const timeout = setTimeout(resolve, platformTimeoutMs);
  try {
    return await Promise.race([platform.read(undefined), over]);
  } catch (error) {
    log.warn('The save on the platform could not be read. The next start tries again.', error);
    return undefined;
  } finally {
    clearTimeout(timeout);
  }
}

/** The game waits for it. */
const platformTimeoutMs = 3000;
