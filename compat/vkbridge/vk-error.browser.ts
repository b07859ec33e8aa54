// The vendor's errors: plain objects with a number.
import { readOptions } from '../kit/read-options.browser.ts';

export interface VkError {
  readonly error_type: 'client_error';
  readonly error_data: { readonly error_code: number; readonly error_reason: string };
}

const reasons = {
  1: 'Unknown error',
  3: 'Connection lost',
  4: 'User denied',
  5: 'Invalid params',
  6: 'Unsupported platform',
  10: 'Request limit',
  12: 'App is not initialized',
  13: 'Custom error',
  20: 'No ads',
} as const;

export type VkErrorCode = keyof typeof reasons;

export const createVkError = (code: VkErrorCode): VkError => ({
  error_type: 'client_error',
  error_data: { error_code: code, error_reason: reasons[code] },
});

/** Rejects with the vendor's object, which is no `Error`. */
export const rejectWith = (code: VkErrorCode): Promise<never> => Promise.reject(createVkError(code));

/** An error of our SDK in the vendor's form. */
export function toVkError(error: unknown): VkError {
  const { error_type, code } = readOptions(error as Partial<VkError> & { code?: string });
  if (error_type !== undefined) return error as VkError;
  return createVkError(codes[code ?? ''] ?? 1);
}

const codes: Readonly<Record<string, VkErrorCode>> = {
  UserCancelled: 4,
  InvalidRequest: 5,
  NotSupported: 6,
  NotImplemented: 6,
  UnknownMethod: 6,
  TooManyRequests: 10,
  NotInitialized: 12,
  TooLarge: 13,
  Closed: 3,
  Timeout: 3,
};
