// Achievements that a game's server has unlocked: the presence stream reports them, the player page shows them.
import type { FriendEvents } from '#model/friend.ts';

type AchievementUnlock = FriendEvents['achievement'];

export function publishAchievementUnlock(unlock: AchievementUnlock): void {
  for (const listener of listeners) listener(unlock);
}

export function subscribeToAchievementUnlocks(listener: (unlock: AchievementUnlock) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const listeners = new Set<(unlock: AchievementUnlock) => void>();
