// The best score, the greatest depth and the better lamp. In a portal they are in the player's save, which follows the
// player to other devices; otherwise in the browser. A real game would ask its server who owns the lamp.

import { openHighScore } from './high-score.js';

const KINDS = ['best', 'depth', 'lamp'];

const isMore = (result, best) => result > best;

export function openSaves() {
  let records = Object.fromEntries(KINDS.map((kind) => [kind, openHighScore(`gem-miner.${kind}`, isMore)]));
  return {
    read: (kind) => records[kind].best(),
    offer: (kind, result) => records[kind].offer(result),
    /** From now on the records are in the player's save. Better ones of this browser move there. */
    moveTo(save) {
      const before = records;
      records = Object.fromEntries(KINDS.map((kind) => [kind, recordIn(save, kind)]));
      for (const kind of KINDS) if (before[kind].best() !== undefined) records[kind].offer(before[kind].best());
    },
  };
}

/** Reads the save each time, because it changes with the player. */
function recordIn(save, kind) {
  const best = () => (save.getItem(kind) === null ? undefined : Number(save.getItem(kind)));
  return {
    best,
    offer(result) {
      if (best() !== undefined && !isMore(result, best())) return false;
      save.setItem(kind, result);
      return true;
    },
  };
}
