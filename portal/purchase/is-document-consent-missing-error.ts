import { ApiError } from '#contract/api-error.ts';

export const isDocumentConsentMissingError = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'DocumentsNotAccepted';
