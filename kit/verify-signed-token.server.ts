// Checks a token that a vendor signed with RS256. What is accepted stands in the rules and never in the token: one algorithm,
// a key of the vendor's own, exact issuers, one audience, and times that make sense.
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { KeysUnavailable, type FindKey } from './remote-keys.server.ts';

export interface SignedTokenRules {
  readonly issuers: readonly string[];
  readonly audience: string;
  readonly findKey: FindKey;
  readonly now: Date;
}

export type SignedTokenVerdict =
  | { readonly outcome: 'verified'; readonly claims: JWTPayload }
  | { readonly outcome: 'refused'; readonly reason: string };

/** Clocks differ: a fresh token may look as if it had been issued this much later than now. */
export const skewSeconds = 60;

export async function verifySignedToken(token: string, rules: SignedTokenRules): Promise<SignedTokenVerdict> {
  const findNamedKey: FindKey = (header) => {
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
    // An audience of several would be good for somebody else as well.
    if (payload.aud !== rules.audience) return refuse('The token is for several audiences.');
    if (isLater(payload.iat, rules.now)) return refuse('The token was issued in the future.');
    return { outcome: 'verified', claims: payload };
  } catch (error) {
    // The messages of jose name the claim or the check, and never what the token holds.
    if (error instanceof errors.JOSEError || error instanceof KeysUnavailable) return refuse(error.message);
    throw error;
  }
}

/** Whether a time of a token lies in the future, by more than clocks differ; what is no time does as well. */
export const isLater = (seconds: unknown, now: Date): boolean =>
  typeof seconds !== 'number' || seconds > Math.floor(now.getTime() / 1000) + skewSeconds;

const refuse = (reason: string): SignedTokenVerdict => ({ outcome: 'refused', reason });
