import type { PlayerInfo } from '../bridge/shapes.ts';
import type { Portal } from './find-portal.ts';
import { nobody } from './nobody.ts';
import { within } from './within.ts';

/**
 * A portal that cannot say who plays, or not in time, is still a portal: the game starts, for nobody in particular.
 * @param learnLate told when the portal knows it after all
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
