// GameJwts tell a game who its player is, for ten minutes; anyone can verify them with the published keys. The accepted
// algorithm, issuer and type are fixed here, never read from the token.
import { randomUUID } from 'node:crypto';
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';

export interface GameClaims {
  readonly accountId: string;
  readonly gameUid: string;
  readonly guest: boolean;
}

export interface GameJwts {
  sign(accountId: string, game: string, gameUid: string, guest: boolean): Promise<string>;
  /** Undefined if the token is invalid, expired or for another game. */
  verify(game: string, token: string): Promise<GameClaims | undefined>;
  /** The game named in a token. Unverified: pass it to `verify`. */
  readGame(token: string): string | undefined;
}

export interface GameJwtsDeps {
  readonly signingKeys: Pick<SigningKeys, 'current' | 'find'>;
  /** The issuer: the portal's address without a trailing slash. */
  readonly portalUrl: string;
  readonly now: () => Date;
}

export function createGameJwts({ signingKeys, portalUrl, now }: GameJwtsDeps): GameJwts {
  return {
    sign: async (accountId, game, gameUid, guest) => {
      const { keyId, privateKey } = await signingKeys.current();
      const seconds = Math.floor(now().getTime() / 1000);
      return new SignJWT({ game_uid: gameUid, guest })
        .setProtectedHeader({ alg: signingAlgorithm, typ: tokenType, kid: keyId })
        .setIssuer(portalUrl)
        .setAudience(game)
        .setSubject(accountId)
        .setJti(randomUUID())
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + lifetimeSeconds)
        .sign(privateKey);
    },
    verify: async (game, token) => {
      try {
        const { payload } = await jwtVerify(
          token,
          async ({ kid }) => {
            const key = kid === undefined ? undefined : await signingKeys.find(kid);
            if (!key) throw new errors.JWTInvalid('No key of ours has signed the token.');
            return key;
          },
          {
            algorithms: [signingAlgorithm],
            issuer: portalUrl,
            audience: game,
            typ: tokenType,
            requiredClaims: ['sub', 'jti', 'iat', 'exp'],
            currentDate: now(),
          },
        );
        const { sub, game_uid: gameUid, guest } = payload;
        if (sub === undefined || typeof gameUid !== 'string' || typeof guest !== 'boolean') return undefined;
        return { accountId: sub, gameUid, guest };
      } catch (error) {
        // An invalid token returns undefined; a database error is thrown.
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
    readGame: (token) => {
      try {
        const { aud } = decodeJwt(token);
        return typeof aud === 'string' ? aud : undefined;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

const tokenType = 'game+jwt';
const lifetimeSeconds = 10 * 60;
