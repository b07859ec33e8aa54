import { bridgeErrors, type BridgeErrorCode } from './protocol.ts';

/**
 * The error of a failed bridge call. A portal handler throws it to reply with its code; any other error becomes
 * Unknown.
 */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly code: BridgeErrorCode;
  readonly method: string | undefined;
  readonly parameter: string | undefined;

  constructor(code: BridgeErrorCode, message: string = bridgeErrors[code], method?: string, parameter?: string) {
    super(message);
    this.code = code;
    this.method = method;
    this.parameter = parameter;
  }
}

/** For a parameter of the right type with a value that can't be used. @param problem completes the sentence 'The parameter "x" …' */
export const buildInvalidParameterError = (parameter: string, problem: string): BridgeError =>
  new BridgeError('InvalidRequest', `The parameter "${parameter}" ${problem}`, undefined, parameter);
