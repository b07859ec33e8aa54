import type { BridgeErrorCode } from '../bridge/protocol.ts';

/** Why a call was refused or failed: `code` is for the program, `message` for its developer. */
export class SdkError extends Error {
  override readonly name = 'SdkError';
  readonly code: BridgeErrorCode;
  /** The name of the method as it goes over the wire. */
  readonly method: string;
  /** Of InvalidRequest: the parameter that is missing or wrong, by its name on the wire. */
  readonly parameter: string | undefined;

  constructor(code: BridgeErrorCode, method: string, message: string, cause?: unknown) {
    super(message);
    this.code = code;
    this.method = method;
    this.parameter = (cause as { parameter?: string } | undefined)?.parameter;
    // Not by the constructor's options: those are younger than ES2020.
    if (cause !== undefined) this.cause = cause;
  }
}
