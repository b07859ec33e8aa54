import { ApiError } from '#contract/api-error.ts';

export const isDocumentConsentMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'DocumentsNotAccepted';
