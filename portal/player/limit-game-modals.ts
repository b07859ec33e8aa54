import { BridgeError } from '#bridge/bridge-error.ts';
import { createMessageBudget } from '#bridge/message-budget.ts';
import type { ModalName, ModalParams, OpenModal } from '#portal/shell/open-modal.ts';

export interface GameModals {
  readonly openModal: OpenModal;
  /**
   * Opens the modal if `ask` resolves to true. `ask` is not called if the modal can't open now, because it may use up a
   * one-time permission.
   */
  readonly openModalIf: <N extends ModalName>(
    ask: () => Promise<boolean>,
    name: N,
    props: ModalParams<N>,
  ) => Promise<boolean>;
  /** For overlays with several modals, such as a purchase: the game can't open anything over them. */
  readonly cover: <Result>(act: () => Promise<Result>) => Promise<Result>;
}

/** Opens a game's modals one at a time, and slows down a game that keeps opening them, so that the player can leave. */
export function limitGameModals(open: OpenModal, nowMs: () => number = () => performance.now()): GameModals {
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
        // A refused modal does not count toward the rate limit.
        if (isGranted && budget.take()) await open(name, props);
        return isGranted;
      });
    },
    cover,
  };
}
