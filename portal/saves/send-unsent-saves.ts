// Sends saves that a game could not send before its page was closed. The player isn't asked: a save that conflicts waits
// until its game is opened.
import { log } from '#portal/log.ts';
import { currentSessionNumber } from '#portal/session-token.ts';
import { createAccountBackend } from './account-backend.ts';
import { browserTimer, createSaveSync } from './create-save-sync.ts';
import { readDeviceId } from './device-id.ts';
import { openDeviceSaves, type DeviceSaves } from './device-saves.ts';
import { runWhileSaveIsUnused } from './hold-save-lock.ts';
import { requireSession } from './require-session.ts';
import { SaveRejectedError } from './save-backend.ts';
import { listUnsentSaves, markSave } from './unsent-saves.ts';

export async function sendUnsentSaves(accountId: string, stored: DeviceSaves = openDeviceSaves()): Promise<void> {
  const session = currentSessionNumber();
  const prefix = `${accountId} `;
  for (const id of listUnsentSaves()) {
    if (!id.startsWith(prefix)) continue;
    const game = id.slice(prefix.length);
    await runWhileSaveIsUnused(id, (signal) => sendSave({ id, game, session, stored, signal }));
  }
}

interface UnsentSave {
  readonly id: string;
  readonly game: string;
  readonly session: number;
  readonly stored: DeviceSaves;
  /** Aborted when a game takes over the record. */
  readonly signal: AbortSignal;
}

async function sendSave({ id, game, session, stored, signal }: UnsentSave): Promise<void> {
  const { deviceName } = (await stored.read(id)) ?? {};
  if (deviceName === undefined) return markSave(id, false);
  let isLeftToGame = false;
  const leaveToGame = async (): Promise<undefined> => {
    isLeftToGame = true;
  };
  const sync = await createSaveSync({
    id,
    deviceSaves: {
      ...stored,
      write: async (...args) => {
        if (!signal.aborted) await stored.write(...args);
      },
    },
    backend: requireSession(session, createAccountBackend(game, { id: readDeviceId(), name: deviceName })),
    deviceName,
    defaultMaxBytes: Infinity,
    choose: leaveToGame,
    chooseCopy: leaveToGame,
    onChanged: () => undefined,
    now: () => new Date(),
    newId: () => crypto.randomUUID(),
    timer: browserTimer,
    warn: (text, error) => log.warn(text, error),
  });
  signal.addEventListener('abort', () => sync.stop());
  try {
    await sync.flush();
  } catch (error) {
    if (!(error instanceof SaveRejectedError)) throw error;
    isLeftToGame = true;
  } finally {
    sync.stop();
  }
  // Otherwise every page would try it again.
  if (isLeftToGame && !signal.aborted) markSave(id, false);
}
