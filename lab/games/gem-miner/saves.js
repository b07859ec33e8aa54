// What stays between visits: the best score, the greatest depth, and the better lamp. The bridge keeps nothing for a game, so
// it is kept in the browser, on the game's own host, for each player apart. Who owns the lamp for good is for a game's server
// to know; this game has none.

import { openHighScore } from './high-score.js';

const KINDS = ['best', 'depth', 'lamp'];

export function openSaves() {
  let records = openFor();
  const visit = new Map();

  return {
    read: (kind) => records[kind].best(),
    /** Returns whether it is a new record. */
    offer(kind, result) {
      visit.set(kind, Math.max(result, visit.get(kind) ?? result));
      return records[kind].offer(result);
    },
    /** Changes the player. What a guest has reached in this visit goes along into the account. */
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
