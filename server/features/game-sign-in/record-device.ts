// Records the device that a game reports. A device has one session per game: signing in there again ends the previous
// one. A game can end only sessions that it started itself.
import { hash } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import { endSession } from '#server/features/sessions/sessions.ts';

export interface ReportedDevice {
  readonly platform: string | undefined;
  readonly deviceId: string | undefined;
}

export async function recordDevice(
  database: Database,
  session: { readonly accountId: string; readonly sessionId: string; readonly game: string },
  { platform, deviceId }: ReportedDevice,
): Promise<void> {
  if (platform === undefined && deviceId === undefined) return;
  const { accountId, sessionId, game } = session;
  const deviceHash = deviceId === undefined ? null : hash('sha256', `${game}\n${deviceId}`, 'buffer');
  await database.transaction(async (trx) => {
    await trx
      .updateTable('sessions')
      .set({ platform: platform ?? null, device_hash: deviceHash })
      .where('session_id', '=', sessionId)
      .execute();
    if (deviceHash === null) return;
    const before = await trx
      .selectFrom('sessions')
      .select('session_id')
      .where('account_id', '=', accountId)
      .where('game', '=', game)
      .where('begun_by', '=', gameSessionType)
      .where('device_hash', '=', deviceHash)
      .where('session_id', '<>', sessionId)
      .where('revoked_at', 'is', null)
      .execute();
    for (const { session_id } of before) await endSession(trx, session_id);
  });
}

/** Shown in the list of devices. */
export const gameSessionType = 'Game';
