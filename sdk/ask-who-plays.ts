import type { PlayerInfo } from '../bridge/shapes.ts';
import type { Portal } from './find-portal.ts';
import { nobody } from './nobody.ts';
import { within } from './within.ts';

/**
 * If the portal can't tell who plays, or not in time, the game still starts, with an anonymous player.
 * @param learnLate called if the portal replies after the timeout
 */
export async function askWhoPlays(
  portal: Portal,
  limitMs: number,
  learnLate: (info: PlayerInfo) => void,
): Promise<PlayerInfo> {
  const asked = portal.call('GetInfo', {}) as Promise<PlayerInfo>;
  const info = await within(
    limitMs,
    asked.catch(() => nobody),
    nobody,
  );
  if (info === nobody) asked.then(learnLate, () => undefined);
  return info;
}
