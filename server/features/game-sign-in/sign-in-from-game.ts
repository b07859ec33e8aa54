// Sign-in by a game's assertion about its own player. A connected player gets a session limited to the game. Any other
// gets a token that connects the game account to the account they sign in to or, in a standalone game, a guest account.
//
// Unless the game is standalone, a guest's sign-in also returns such a token (see connect-game.ts).
import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { toLocale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/is-unique-violation.ts';
import { requireGame } from '#server/db/require-game.ts';
import { createSession, type NewSession } from '#server/features/sessions/sessions.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { Log } from '#server/http/log.ts';
import { createToken } from '#server/secrets/one-time-token.ts';
import { newGuestStatement, signInConnectedStatement } from './game-account-statements.ts';
import type { GameAssertions } from './game-assertion.ts';
import { gameSessionType, recordDevice } from './record-device.ts';

export interface SignInFromGameDeps {
  readonly database: Database;
  readonly gameAssertions: GameAssertions;
  readonly log: Pick<Log, 'warn'>;
}

export function createSignInFromGameRoute({
  database,
  gameAssertions,
  log,
}: SignInFromGameDeps): Pick<AreaHandlers<'auth'>, 'authenticateFromGame'> {
  const findConnected = database.prepare(signInConnectedStatement);
  const makeGuest = database.prepare(newGuestStatement);

  const playerOf = async (game: string, token: string): Promise<string> => {
    const verdict = await gameAssertions.verify(game, token, 'player');
    if (verdict.outcome === 'refused') {
      log.warn({ game, reason: verdict.reason }, "A game's assertion was refused.");
      throw new Problem('ProofRefused');
    }
    if (verdict.outcome === 'expired' || !(await gameAssertions.consume(verdict.assertion)))
      throw new Problem('TokenExpiredOrUsed');
    return verdict.assertion.subject;
  };

  const signInConnected = async (game: string, gameUid: string, session: NewSession) =>
    (await findConnected({ ...session.row, game, gameUid }))[0];

  return {
    authenticateFromGame: async ({ body, caller }) => {
      const { Game: game, Standalone = false, Locale } = body;
      await requireGame(database.kysely, game);
      const gameUid = await playerOf(game, body.Token);
      const { userAgent, network, country, locale } = caller();
      const session = createSession({ begunBy: gameSessionType, game, userAgent, network, country });

      const newGuest = async (): Promise<{ account_id: string; guest: boolean } | undefined> => {
        const name = `Player ${randomInt(1000, 10_000)}`;
        const spoken = Locale === undefined ? locale : toLocale(Locale);
        try {
          const [row] = await makeGuest({
            ...session.row,
            accountId: randomUUID(),
            name,
            locale: spoken,
            geoCountry: country ?? null,
            game,
            gameUid,
          });
          return row && { ...row, guest: true };
        } catch (error) {
          // A concurrent request for the same game account was first, so it is connected now.
          if (isUniqueViolation(error)) return signInConnected(game, gameUid, session);
          throw error;
        }
      };

      const account = (await signInConnected(game, gameUid, session)) ?? (Standalone ? await newGuest() : undefined);
      if (account) {
        const { session_id: sessionId } = session.row;
        const said = { platform: body.Platform, deviceId: body.DeviceId };
        await recordDevice(database, { accountId: account.account_id, sessionId, game }, said);
      }
      const mayConnect = !Standalone && (!account || account.guest);
      return {
        IsConnected: account !== undefined,
        ...(account && { ConnectedData: { Token: session.token, AccountId: account.account_id, GameUid: gameUid } }),
        ...(mayConnect && {
          NotConnectedData: { ConnectToken: await inviteToConnect(database, game, gameUid), GameUid: gameUid },
        }),
      };
    },
  };
}

const inviteMinutes = 10;

async function inviteToConnect({ kysely }: Database, game: string, gameUid: string): Promise<string> {
  const { token, tokenHash } = createToken('fxc_');
  await kysely
    .insertInto('connect_invites')
    .values({
      token_hash: tokenHash,
      game,
      game_uid: gameUid,
      expires_at: sql<Date>`now() + make_interval(mins => ${inviteMinutes})`,
    })
    .execute();
  return token;
}
