// A game assertion: a JWT by which a game's server vouches for one of its players. HS256, signed with one of the game's
// secrets (`kid`); valid for at most five minutes and once (`jti`). Each kind has its own audience, so an assertion
// about a game's own player can't be used as one about an external id.
import { errors, jwtVerify, type JWTPayload } from 'jose';
import type { Database } from '#server/db/database.ts';
import type { GameKeys } from '#server/features/game-keys/game-keys.ts';

/** `player`: the subject is the game's own id. `external-id`: it is `Type:Id`. */
type AssertedIdKind = 'player' | 'external-id';

export interface GameAssertion {
  readonly game: string;
  readonly subject: string;
  readonly tokenId: string;
  /** Until then its `jti` is stored: every node's clock finds it expired afterwards. */
  readonly keptUntil: Date;
}

export type AssertionResult =
  | { readonly outcome: 'valid'; readonly assertion: GameAssertion }
  | { readonly outcome: 'expired' }
  /** `reason` is for the log and contains nothing from the token. */
  | { readonly outcome: 'refused'; readonly reason: string };

export interface GameAssertions {
  verify(game: string, token: string, kind: AssertedIdKind): Promise<AssertionResult>;
  consume(assertion: GameAssertion): Promise<boolean>;
}

export interface GameAssertionsDeps {
  readonly database: Database;
  readonly gameKeys: Pick<GameKeys, 'secretsOf'>;
  readonly now: () => Date;
}

export function createGameAssertions({ database, gameKeys, now }: GameAssertionsDeps): GameAssertions {
  return {
    verify: async (game, token, kind) => {
      try {
        const { payload } = await jwtVerify(
          token,
          async ({ kid }) => {
            const key = (await gameKeys.secretsOf(game)).find(({ keyId }) => keyId === kid);
            if (!key) throw new errors.JWTInvalid('The token names no key of the game.');
            return new TextEncoder().encode(key.secret);
          },
          {
            algorithms: ['HS256'],
            issuer: game,
            audience: audiences[kind],
            requiredClaims: ['sub', 'jti', 'iat', 'exp'],
            currentDate: now(),
          },
        );
        return readAssertion(game, payload, kind, now());
      } catch (error) {
        if (error instanceof errors.JWTExpired) return { outcome: 'expired' };
        // jose's messages name the failed check and never contain the token's contents.
        if (error instanceof errors.JOSEError) return refuse(error.message);
        throw error;
      }
    },
    consume: async ({ game, tokenId, keptUntil }) => {
      const { numInsertedOrUpdatedRows } = await database.kysely
        .insertInto('used_game_tokens')
        .values({ game, token_id: tokenId, expires_at: keptUntil })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
  };
}

const audiences: Readonly<Record<AssertedIdKind, string>> = { player: 'fxid', 'external-id': 'fxid-external-id' };
const maxSubject: Readonly<Record<AssertedIdKind, number>> = { player: 128, 'external-id': 300 };
const maxTokenId = 128;
const maxLifeSeconds = 5 * 60;
const maxClockSkewSeconds = 60;

function readAssertion(game: string, payload: JWTPayload, kind: AssertedIdKind, now: Date): AssertionResult {
  const { sub, jti, iat, exp, aud } = payload;
  if (!isText(sub, maxSubject[kind])) return refuse(`"sub" isn't a text of 1 to ${maxSubject[kind]} characters.`);
  if (!isText(jti, maxTokenId)) return refuse(`"jti" isn't a text of 1 to ${maxTokenId} characters.`);
  // With several audiences it would also be valid for another service.
  if (typeof aud !== 'string') return refuse('"aud" is a list.');
  if (iat === undefined || exp === undefined || exp - iat > maxLifeSeconds)
    return refuse(`"exp" is more than ${maxLifeSeconds} seconds after "iat".`);
  if (iat > now.getTime() / 1000 + maxClockSkewSeconds) return refuse('"iat" lies in the future.');
  const keptUntil = new Date((exp + maxLifeSeconds) * 1000);
  return { outcome: 'valid', assertion: { game, subject: sub, tokenId: jti, keptUntil } };
}

/** Limits the length, and excludes what PostgreSQL can't store as text. */
const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' &&
  value.length > 0 &&
  value.length <= longest &&
  value.isWellFormed() &&
  !value.includes('\u0000');

const refuse = (reason: string): AssertionResult => ({ outcome: 'refused', reason });
