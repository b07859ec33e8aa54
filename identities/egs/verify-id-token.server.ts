// EOS Connect tokens have another issuer and another meaning of `sub`; the exact list of issuers rejects them.
import type { FindSigningKey } from '#kit/remote-keys.server.ts';
import { verifySignedToken } from '#kit/verify-signed-token.server.ts';
import type { VerifyLoginResult } from '../port.server.ts';

export interface EpicTokenRules {
  readonly clientId: string;
  readonly apiUrl?: string | undefined;
  readonly findKey: FindSigningKey;
  readonly now: Date;
}

export async function verifyEpicIdToken(
  token: string,
  { clientId, apiUrl, findKey, now }: EpicTokenRules,
): Promise<VerifyLoginResult> {
  // v2 is Epic's current issuer; older SDK versions used v1.
  const issuers = [epicApi, ...(apiUrl === undefined ? [] : [apiUrl])].flatMap((base) =>
    ['v2', 'v1'].map((version) => `${base}/epic/oauth/${version}`),
  );
  const checked = await verifySignedToken(token, { issuers, audience: clientId, findKey, now });
  return checked.outcome === 'refused' ? checked : createEpicProof(checked.claims.sub);
}

export function createEpicProof(accountId: unknown): VerifyLoginResult {
  if (typeof accountId !== 'string' || !/^[0-9a-f]{32}$/.test(accountId)) {
    return { outcome: 'refused', reason: 'The account is not 32 hexadecimal digits.' };
  }
  return { outcome: 'proved', proof: { identity: { type: 'Egs', externalId: accountId } } };
}

const epicApi = 'https://api.epicgames.dev';
