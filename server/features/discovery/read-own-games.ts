import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { compileStatement } from '#server/db/define-statement.ts';

export interface OwnGames {
  readonly favorites: ReadonlySet<string>;
  readonly played: ReadonlySet<string>;
}

export function createOwnGamesReader(database: Database): (accountId: string) => Promise<OwnGames> {
  const read = database.prepareRead(
    compileStatement(({ accountId }: { accountId: string }) =>
      database.kysely
        .selectFrom('accounts')
        .where('account_id', '=', accountId)
        .select([
          sql<string[]>`array(select game from favorites where favorites.account_id = accounts.account_id)`.as(
            'favorites',
          ),
          sql<
            string[]
          >`array(select game from connected_games where connected_games.account_id = accounts.account_id)`.as(
            'played',
          ),
        ]),
    ),
  );
  return async (accountId) => {
    const [row] = await read({ accountId });
    return { favorites: new Set(row?.favorites), played: new Set(row?.played) };
  };
}
