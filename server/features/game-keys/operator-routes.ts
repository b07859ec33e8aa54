// Operators' calls about keys of games' servers. Studios use them for their own games.
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { requireGame } from '#server/db/require-game.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { GameKeys } from './game-keys.ts';

export interface GameKeyRoutesDeps {
  readonly database: Database;
  readonly gameKeys: GameKeys;
}

export const createOperatorGameKeyRoutes = ({
  database: { kysely },
  gameKeys,
}: GameKeyRoutesDeps): AreaHandlers<'operatorGameKeys'> => ({
  list: async ({ params: { Game } }) => {
    await requireGame(kysely, Game);
    const rows = await kysely
      .selectFrom('game_keys')
      .select(['key_id', 'created_at', 'revoked_at'])
      .where('game', '=', Game)
      .orderBy('created_at', 'desc')
      .limit(200)
      .execute();
    return {
      Keys: rows.map(({ key_id, created_at, revoked_at }) => ({
        KeyId: key_id,
        CreatedAt: created_at.toISOString(),
        ...(revoked_at && { RevokedAt: revoked_at.toISOString() }),
      })),
    };
  },
  create: async ({ body: { Game, Reason }, audit }) => {
    await requireGame(kysely, Game);
    return { Key: await gameKeys.create(Game, { record: audit.change, reason: Reason }) };
  },
  revoke: async ({ body: { Game, KeyId, Reason }, audit }) => {
    await requireGame(kysely, Game);
    const isRevoked = await gameKeys.revoke(KeyId, { game: Game, record: audit.change, reason: Reason });
    if (!isRevoked) throw new Problem('NotFound', `${Game} has no active key ${KeyId}.`);
    return { Success: true };
  },
});
