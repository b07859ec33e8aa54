// Verifies CrazyGames' token: a JWT signed with one key for all games on the site, so the game that it names counts as
// much as the signature. It has no issuer or audience.
import type { KeyObject } from 'node:crypto';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { buildRefusal, type Refusal } from '#kit/build-refusal.ts';
import { KeysUnavailableError } from '#kit/remote-keys.server.ts';
import { isInFuture } from '#kit/verify-signed-token.server.ts';
import { createPlayerProof } from '../kit/create-player-proof.server.ts';
import type { VerifyLogin } from '../port.server.ts';
import type { crazygames } from './platform.ts';
import { createPublicKeyCache, type PublicKeyHost } from './public-key.server.ts';

interface Host extends PublicKeyHost {
  readonly settings: Static<typeof crazygames.settings>;
}

export const verify: VerifyLogin<typeof crazygames> = async ({ Token, IsGuest }, host) => {
  // With a token the player is whom it names; an invalid one is refused rather than treated as a guest.
  if (Token === undefined) return IsGuest ? { outcome: 'guest' } : buildRefusal("The player's token is missing.");
  try {
    const reading = await verifyToken(Token, host, host.now());
    if (reading.outcome === 'refused') return reading;
    return createPlayerProof('CrazyGames', reading.userId, { name: reading.username });
  } catch (error) {
    if (error instanceof KeysUnavailableError) return buildRefusal(error.message);
    throw error;
  }
};

/** @param at the time at which it must be valid. Throws KeysUnavailableError if the key can't be fetched. */
export async function verifyToken(
  token: string,
  host: Host,
  at: Date,
): Promise<{ readonly outcome: 'read'; readonly userId: string; readonly username: string | undefined } | Refusal> {
  try {
    const claims = await verifySignature(token, host, at);
    if (!Value.Check(Claims, claims)) return buildRefusal("The token is signed, but is not a player's token.");
    if (String(claims.gameId) !== host.settings.GameId)
      return buildRefusal('The token is for another game. Compare its number with the setting GameId.');
    if (isInFuture(claims.iat, at)) return buildRefusal('The token was issued in the future.');
    return { outcome: 'read', userId: claims.userId, username: claims.username };
  } catch (error) {
    // jose's messages name the claim or check, never the token's content.
    if (error instanceof errors.JOSEError) return buildRefusal(error.message);
    throw error;
  }
}

const findKey = createPublicKeyCache();

async function verifySignature(token: string, host: Host, at: Date): Promise<JWTPayload> {
  const { KeyUrl = 'https://sdk.crazygames.com/publicKey.json' } = host.settings;
  let tried: KeyObject | undefined;
  const verifyBy = async (fitsNot?: KeyObject): Promise<JWTPayload> => {
    // The key is fetched only after the algorithm was checked.
    const find = async () => (tried = await findKey(KeyUrl, host, fitsNot));
    const rules = { algorithms: ['RS256'], currentDate: at, requiredClaims: ['iat', 'exp'] };
    return (await jwtVerify(token, find, rules)).payload;
  };
  try {
    return await verifyBy();
  } catch (error) {
    if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    // CrazyGames may have changed its key.
    return verifyBy(tried);
  }
}

const Claims = Type.Object({
  userId: Type.String({ minLength: 1, maxLength: 256 }),
  gameId: Type.Union([Type.String(), Type.Integer()]),
  username: Type.Optional(Type.String({ maxLength: 1000 })),
  iat: Type.Number(),
  exp: Type.Number(),
});
