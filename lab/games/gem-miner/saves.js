// Stores the best score, the greatest depth and the better lamp in the browser, per player. A real game would ask its
// server who owns the lamp.

import { openHighScore } from './high-score.js';

const KINDS = ['best', 'depth', 'lamp'];

export function openSaves() {
  let records = openFor();
  const visit = new Map();

  return {
    read: (kind) => records[kind].best(),
    offer(kind, result) {
      visit.set(kind, Math.max(result, visit.get(kind) ?? result));
      return records[kind].offer(result);
    },
    /** A guest's results of this visit move to the account. */
    useFor(player, { wasGuest }) {
      if (!wasGuest) visit.clear();
      records = openFor(player);
      for (const [kind, result] of visit) records[kind].offer(result);
    },
  };
}

function openFor(player) {
  const ending = player ? `.${player}` : '';
  const isMore = (result, best) => result > best;
  return Object.fromEntries(KINDS.map((kind) => [kind, openHighScore(`gem-miner.${kind}${ending}`, isMore)]));
}
