/** A rejection; games only log it. */
export class GamePushError extends Error {
  constructor(message: string) {
    super(`GamePush: ${message}`);
  }
}

export const reject = (message: string): Promise<never> => Promise.reject(new GamePushError(message));

/** For rejections of ours, whose codes mean nothing to the game. */
export function rethrow(error: unknown): never {
  throw error instanceof GamePushError ? error : new GamePushError(String(error));
}
