import type { InstantErrorCode } from './vendor-types.ts';

/** A failure in the vendor's form: an object with a code and a message. */
export class InstantError extends Error implements FBInstant.APIError {
  // The published types don't have the codes of later versions.
  readonly code: FBInstant.ErrorCodeType;

  constructor(code: InstantErrorCode, message: string) {
    super(`FBInstant: ${message}`);
    this.code = code as FBInstant.ErrorCodeType;
  }
}

/** @param codes what our codes mean for this call, if something else than usual */
export function toInstantError(error: unknown, codes: Readonly<Record<string, InstantErrorCode>> = {}): InstantError {
  if (error instanceof InstantError) return error;
  const { code = '' } = error as { code?: string };
  return new InstantError(codes[code] ?? usualCodes[code] ?? 'UNKNOWN', String(error));
}

const usualCodes: Readonly<Record<string, InstantErrorCode>> = {
  UserCancelled: 'USER_INPUT',
  NotSupported: 'CLIENT_UNSUPPORTED_OPERATION',
  NotImplemented: 'CLIENT_UNSUPPORTED_OPERATION',
  InvalidRequest: 'INVALID_PARAM',
  TooLarge: 'INVALID_PARAM',
  TooManyRequests: 'RATE_LIMITED',
  Busy: 'PENDING_REQUEST',
  GestureRequired: 'INVALID_OPERATION',
  Closed: 'NETWORK_FAILURE',
  Timeout: 'NETWORK_FAILURE',
};
