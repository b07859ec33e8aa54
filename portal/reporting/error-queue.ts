// Errors wait here until the reporter has been loaded, a few of them, and then go to it. Without a reporter they are
// forgotten.

export interface ErrorQueue {
  capture(error: unknown): void;
  /** The reporter is there: it gets what waits and everything that follows. */
  sendTo(send: (error: unknown) => void): void;
  /** There will be no reporter. */
  forget(): void;
}

const maxWaiting = 20;

export function createErrorQueue(): ErrorQueue {
  const waiting: unknown[] = [];
  // The first errors explain the later ones, so the later ones are dropped.
  let take = (error: unknown): void => {
    if (waiting.length < maxWaiting) waiting.push(error);
  };
  return {
    capture: (error) => take(error),
    sendTo: (send) => {
      take = send;
      for (const error of waiting.splice(0)) send(error);
    },
    forget: () => {
      take = () => undefined;
      waiting.length = 0;
    },
  };
}
