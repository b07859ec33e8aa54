// Services that follow OAuth check the client before the code (RFC 6749, 5.2). So a code that never existed tells whether
// they accept the client: `invalid_grant` means yes, `invalid_client` no.
import type { SettingsCheckResult } from './port.server.ts';

/** No service issues such a code. */
export const impossibleCode = 'this-code-was-never-issued';

/** @param error the error code of the response, or why there is none */
export function readOauthError(error: string): SettingsCheckResult {
  if (error === 'invalid_grant') return { outcome: 'accepted' };
  const isRejected = error === 'invalid_client' || error === 'unauthorized_client';
  return { outcome: isRejected ? 'rejected' : 'unknown', reason: error };
}
