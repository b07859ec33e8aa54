// Holds a few errors until the error reporter has loaded.

export interface ErrorQueue {
  capture(error: unknown): void;
  /** Passes on the queued errors and all later ones. */
  sendTo(send: (error: unknown) => void): void;
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
