/** A rejection. The vendor rejects most calls without a value, so games read nothing from it. */
export class BridgeError extends Error {
  readonly code?: string;

  constructor(message: string, code?: string) {
    super(`PlaygamaBridge: ${message}`);
    if (code !== undefined) this.code = code;
  }
}

export const reject = (message: string): Promise<never> => Promise.reject(new BridgeError(message));

/** For rejections of ours, whose codes mean nothing to the game. */
export function rethrow(error: unknown): never {
  throw error instanceof BridgeError ? error : new BridgeError(String(error));
}
