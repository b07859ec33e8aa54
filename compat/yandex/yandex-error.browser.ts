/** A failure in the vendor's form: an error, with a code where the vendor documents one. */
export class YandexError extends Error {
  readonly code?: string;

  constructor(message: string, code?: string) {
    super(`ysdk: ${message}`);
    if (code !== undefined) this.code = code;
  }
}

/** For rejections of ours, whose codes mean nothing to the game. */
export function rethrow(error: unknown): never {
  throw error instanceof YandexError ? error : new YandexError(String(error));
}
