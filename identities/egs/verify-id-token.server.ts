// What an ID token of Epic Account Services proves. The tokens of EOS Connect have another issuer and another meaning of
// their subject: the exact list of issuers keeps them out.
import type { FindKey } from '#kit/remote-keys.server.ts';
import { verifySignedToken } from '#kit/verify-signed-token.server.ts';
import type { VerifyLoginResult } from '../port.server.ts';

export interface IdTokenRules {
  readonly clientId: string;
  /** Where the service is, where that is not Epic's own address. */
  readonly apiUrl?: string | undefined;
  readonly findKey: FindKey;
  readonly now: Date;
}

export async function verifyIdToken(
  token: string,
  { clientId, apiUrl, findKey, now }: IdTokenRules,
): Promise<VerifyLoginResult> {
  // v2 is what Epic says today; older versions of the SDK had v1.
  const issuers = [epicApi, ...(apiUrl === undefined ? [] : [apiUrl])].flatMap((base) =>
    ['v2', 'v1'].map((version) => `${base}/epic/oauth/${version}`),
  );
  const checked = await verifySignedToken(token, { issuers, audience: clientId, findKey, now });
  return checked.outcome === 'refused' ? checked : provedAccount(checked.claims.sub);
}

export function provedAccount(accountId: unknown): VerifyLoginResult {
  if (typeof accountId !== 'string' || !/^[0-9a-f]{32}$/.test(accountId)) {
    return { outcome: 'refused', reason: 'The account is not 32 hexadecimal digits.' };
  }
  return { outcome: 'proved', proof: { identity: { type: 'Egs', externalId: accountId } } };
}

const epicApi = 'https://api.epicgames.dev';
