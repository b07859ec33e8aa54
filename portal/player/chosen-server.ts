// The server that a player has chosen for a game, kept in this browser.
import type { Static } from 'typebox';
import type { GameServer } from '#model/game.ts';
import { isInMaintenance } from '#model/maintenance.ts';
import { storage } from '#portal/storage.ts';

export type GameServerEntry = Static<typeof GameServer>;

export const readChosenServer = (game: string): string | undefined => storage.get(keyOf(game));

export const saveChosenServer = (game: string, id: string): void => storage.set(keyOf(game), id);

/** Undefined if the player has to choose. A single server needs no choice. */
export function findChosenServer(
  servers: readonly GameServerEntry[],
  chosen: string | undefined,
  now: Date,
): GameServerEntry | undefined {
  const open = servers.filter(({ Maintenance }) => !isInMaintenance(Maintenance, now));
  return servers.length === 1 ? open[0] : open.find(({ Id }) => Id === chosen);
}

const keyOf = (game: string): string => `GameServer ${game}`;
