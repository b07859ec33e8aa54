import type { Static } from 'typebox';
import type { MergeSide } from '#model/account.ts';

export type KeptSide = Static<typeof MergeSide>;

interface Played {
  readonly game: string;
  readonly connected_at: Date | string;
  readonly last_played_at: Date | string | null;
}

export interface GameConflictResolution {
  readonly game: string;
  readonly keep: KeptSide;
}

/**
 * For games that both accounts have: keeps the chosen connection, otherwise the one played last, otherwise the one
 * connected last.
 */
export function chooseGameConnections(
  own: readonly Played[],
  other: readonly Played[],
  chosen: ReadonlyMap<string, KeptSide> = new Map(),
): GameConflictResolution[] {
  return own.flatMap((ours) => {
    const theirs = other.find(({ game }) => game === ours.game);
    return theirs ? [{ game: ours.game, keep: chosen.get(ours.game) ?? later(ours, theirs) }] : [];
  });
}

function later(own: Played, other: Played): KeptSide {
  const difference =
    timeOf(other.last_played_at) - timeOf(own.last_played_at) || timeOf(other.connected_at) - timeOf(own.connected_at);
  return difference > 0 ? 'Other' : 'This';
}

const timeOf = (instant: Date | string | null): number => (instant === null ? 0 : new Date(instant).getTime());
