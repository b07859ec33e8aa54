import { BridgeError } from '#bridge/bridge-error.ts';
import { createMessageBudget } from '#bridge/message-budget.ts';
import type { OpenModal } from '#portal/modals/modal-stack.tsx';

/**
 * For the modals that a game opens. One lies over the game at a time, whatever the game calls; and a game that opens the next
 * as soon as one is closed soon has to wait, so that its player gets away.
 */
export function oneModalAtATime(open: OpenModal, nowMs: () => number = () => performance.now()): OpenModal {
  const budget = createMessageBudget({ burst: 5, perSecond: 0.1 }, nowMs);
  let isOpen = false;
  return async (name, props) => {
    if (isOpen) throw new BridgeError('Busy', 'The player has something else of this game to look at.');
    if (!budget.take())
      throw new BridgeError('TooManyRequests', 'The game opens one modal after the other: wait a moment.');
    isOpen = true;
    try {
      await open(name, props);
    } finally {
      isOpen = false;
    }
  };
}
