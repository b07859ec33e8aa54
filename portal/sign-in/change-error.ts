import { ApiError } from '#contract/api-error.ts';
import type { gameConnectionResults } from '#model/game-connection.ts';

type ConnectionResult = keyof typeof gameConnectionResults;

/** The server replied without an error, but did not make the change. */
export class RejectedChangeError extends Error {
  readonly result: ConnectionResult | undefined;

  constructor(call: string, result?: ConnectionResult) {
    super(`The server did not do what ${call} asks${result === undefined ? '' : `: ${result}`}.`);
    this.name = 'RejectedChange';
    this.result = result;
  }
}

export function getAccountChangeErrorTextKey(
  error: unknown,
): (typeof textByCode)[keyof typeof textByCode] | GeneralKey {
  if (!(error instanceof ApiError)) return 'errors.generic';
  if (error.status === 0) return 'profile.networkError';
  const { code } = error;
  return code !== undefined && Object.hasOwn(textByCode, code)
    ? textByCode[code as keyof typeof textByCode]
    : 'errors.generic';
}

/** The entry to remove no longer exists, which is not an error. */
export function isAlreadyRemovedError(error: unknown): boolean {
  if (error instanceof RejectedChangeError) return error.result === 'FailedGameOfThisTypeNotConnectedToYourAccount';
  return error instanceof ApiError && error.code !== undefined && goneCodes.has(error.code);
}

/** The player was asked to prove their identity, and did not. */
export function isProofMissingError(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'SignInAgain';
}

type GeneralKey = 'errors.generic' | 'profile.networkError';

const textByCode = {
  LastIdentity: 'profile.lastIdentity',
  SignInAgain: 'profile.identityNotConfirmed',
  UnknownMerge: 'profile.undoTooLate',
  TooManyRequests: 'profile.tooManyAttempts',
  RefundNotOffered: 'purchases.refund.notOffered',
  RefundTooLate: 'purchases.refund.tooLate',
  RefundAfterDelivery: 'purchases.refund.afterDelivery',
  TooManyRefunds: 'purchases.refund.limitReached',
} as const;

const goneCodes: ReadonlySet<string> = new Set(['NotFound', 'UnknownIdentity', 'GameNotConnected']);
