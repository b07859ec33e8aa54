// What a game tells the portal about itself. Nothing waits for a reply; the portal logs failures.
import type { Sdk } from '#sdk/sdk.ts';

export function createGameEvents(open: () => Promise<Sdk>) {
  let isReady = false;
  const tell = (send: (sdk: Sdk) => Promise<unknown>): void =>
    void open()
      .then(send)
      .catch(() => undefined);
  const loadingStop = (): void => {
    if (!isReady) tell(({ game }) => game.loadingReady());
    isReady = true;
  };
  return {
    tell,
    loadingProgress: (fraction: number) => tell(({ game }) => game.loadingProgress(fraction)),
    /** Ends the loading screen, once. */
    loadingStop,
    gameplayStart: (): void => {
      loadingStop();
      tell(({ game }) => game.started());
    },
    gameplayStop: () => tell(({ game }) => game.stopped()),
    submitScore: (board: string | undefined, score: unknown): void => {
      const number = typeof score === 'number' || typeof score === 'string' ? Number(score) : Number.NaN;
      if (board !== undefined && Number.isFinite(number))
        tell(({ leaderboards }) => leaderboards.submit(board, number));
    },
  };
}
