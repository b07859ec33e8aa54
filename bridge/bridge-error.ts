import { bridgeErrors, type BridgeErrorCode } from './protocol.ts';

/** How a call over the bridge fails. A handler of the portal throws it to answer with its code; any other error is Unknown. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly code: BridgeErrorCode;
  readonly method: string | undefined;
  /** Of InvalidRequest: the parameter that is missing or wrong. */
  readonly parameter: string | undefined;

  constructor(code: BridgeErrorCode, message: string = bridgeErrors[code], method?: string, parameter?: string) {
    super(message);
    this.code = code;
    this.method = method;
    this.parameter = parameter;
  }
}

/** For a parameter of the right type with a value that can't be used. @param problem completes the sentence 'The parameter "x" …' */
export const invalidParameter = (parameter: string, problem: string): BridgeError =>
  new BridgeError('InvalidRequest', `The parameter "${parameter}" ${problem}`, undefined, parameter);
