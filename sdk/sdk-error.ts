import type { BridgeErrorCode } from '../bridge/protocol.ts';

/** The error of a failed call: `code` is for the program, `message` for its developer. */
export class SdkError extends Error {
  override readonly name = 'SdkError';
  readonly code: BridgeErrorCode;
  /** The method's name in the protocol. */
  readonly method: string;
  /** For InvalidRequest: the parameter that is missing or wrong, by its name in the protocol. */
  readonly parameter: string | undefined;

  constructor(code: BridgeErrorCode, method: string, message: string, cause?: unknown) {
    super(message);
    this.code = code;
    this.method = method;
    this.parameter = (cause as { parameter?: string } | undefined)?.parameter;
    // Set directly, because the constructor's `cause` option is newer than ES2020.
    if (cause !== undefined) this.cause = cause;
  }
}
