import { BridgeError } from '#bridge/bridge-error.ts';
import { createMessageBudget } from '#bridge/message-budget.ts';
import type { ModalName, ModalParams, OpenModal } from '#portal/shell/open-modal.ts';

export interface GameModals {
  readonly openModal: OpenModal;
  /**
   * Asks first, and opens the modal if the answer is yes; that answer is given. Nothing is asked when the modal could not be
   * opened now, so that a yes that is good for one time is not lost.
   */
  readonly openModalIf: <N extends ModalName>(
    ask: () => Promise<boolean>,
    name: N,
    props: ModalParams<N>,
  ) => Promise<boolean>;
  /** For what lies over the game besides, such as a purchase with its several modals: nothing of the game opens over it. */
  readonly cover: <Result>(act: () => Promise<Result>) => Promise<Result>;
}

/**
 * For the modals that a game opens. One lies over the game at a time, whatever the game calls; and a game that opens the next
 * as soon as one is closed soon has to wait, so that its player gets away.
 */
export function oneModalAtATime(open: OpenModal, nowMs: () => number = () => performance.now()): GameModals {
  const budget = createMessageBudget({ burst: 5, perSecond: 0.1 }, nowMs);
  let covers = 0;
  const cover = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    covers += 1;
    try {
      return await act();
    } finally {
      covers -= 1;
    }
  };
  const checkTurn = (): void => {
    if (covers > 0) throw new BridgeError('Busy', 'The player has something else of this game to look at.');
    if (!budget.allows())
      throw new BridgeError('TooManyRequests', 'The game opens one modal after the other: wait a moment.');
  };
  return {
    openModal: async (name, props) => {
      checkTurn();
      budget.take();
      await cover(() => open(name, props));
    },
    openModalIf: async (ask, name, props) => {
      checkTurn();
      return cover(async () => {
        const isGranted = await ask();
        // Whoever is told no has seen nothing.
        if (isGranted && budget.take()) await open(name, props);
        return isGranted;
      });
    },
    cover,
  };
}
