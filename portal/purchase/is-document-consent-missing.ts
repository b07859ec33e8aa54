import { ApiError } from '#contract/api-error.ts';

/** The server refuses a sale until documents are accepted. */
export const isDocumentConsentMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'DocumentsNotAccepted';
