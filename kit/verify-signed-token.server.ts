// Verifies a JWT that a vendor signed with RS256. The rules, never the token, decide what is accepted.
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { KeysUnavailableError, type FindSigningKey } from './remote-keys.server.ts';

export interface SignedTokenRules {
  readonly issuers: readonly string[];
  readonly audience: string;
  readonly findKey: FindSigningKey;
  readonly now: Date;
}

export type SignedTokenVerdict =
  | { readonly outcome: 'verified'; readonly claims: JWTPayload }
  | { readonly outcome: 'refused'; readonly reason: string };

export const maxClockSkewSeconds = 60;

export async function verifySignedToken(token: string, rules: SignedTokenRules): Promise<SignedTokenVerdict> {
  const findNamedKey: FindSigningKey = (header) => {
    if (!header.kid) throw new errors.JWTInvalid('The token names no key.');
    return rules.findKey(header);
  };
  try {
    const { payload } = await jwtVerify(token, findNamedKey, {
      algorithms: ['RS256'],
      issuer: [...rules.issuers],
      audience: rules.audience,
      currentDate: rules.now,
      requiredClaims: ['sub', 'iat', 'exp'],
    });
    // A token with several audiences is also valid for another service.
    if (payload.aud !== rules.audience) return refuse('The token is for several audiences.');
    if (isInFuture(payload.iat, rules.now)) return refuse('The token was issued in the future.');
    return { outcome: 'verified', claims: payload };
  } catch (error) {
    // jose's messages name the claim or the check, never the token's contents.
    if (error instanceof errors.JOSEError || error instanceof KeysUnavailableError) return refuse(error.message);
    throw error;
  }
}

/** Also true if the value is not a number. */
export const isInFuture = (seconds: unknown, now: Date): boolean =>
  typeof seconds !== 'number' || seconds > Math.floor(now.getTime() / 1000) + maxClockSkewSeconds;

const refuse = (reason: string): SignedTokenVerdict => ({ outcome: 'refused', reason });
