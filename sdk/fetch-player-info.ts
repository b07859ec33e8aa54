import type { PlayerInfo } from '../bridge/shapes.ts';
import type { Portal } from './find-portal.ts';
import { anonymousPlayer } from './anonymous-player.ts';
import { withFallbackAfterTimeout } from './with-fallback-after-timeout.ts';

/**
 * If the portal can't tell who plays, or not in time, the game still starts, with an anonymous player.
 * @param learnLate called if the portal replies after the timeout
 */
export async function fetchPlayerInfo(
  portal: Portal,
  limitMs: number,
  learnLate: (info: PlayerInfo) => void,
): Promise<PlayerInfo> {
  const asked = portal.call('GetInfo', {}) as Promise<PlayerInfo>;
  const info = await withFallbackAfterTimeout(
    limitMs,
    asked.catch(() => anonymousPlayer),
    anonymousPlayer,
  );
  if (info === anonymousPlayer) asked.then(learnLate, () => undefined);
  return info;
}
