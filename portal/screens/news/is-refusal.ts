import { ApiError } from '#contract/api-error.ts';

/** The server has understood, and has no such thing. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;
