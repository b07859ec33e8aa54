import { bridgeErrors, type BridgeErrorCode } from './protocol.ts';

/** How a call over the bridge fails. A handler of the portal throws it to answer with its code; any other error is Unknown. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly code: BridgeErrorCode;
  readonly method: string | undefined;

  constructor(code: BridgeErrorCode, message: string = bridgeErrors[code], method?: string) {
    super(message);
    this.code = code;
    this.method = method;
  }
}
