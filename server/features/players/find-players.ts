import { Value } from 'typebox/value';
import type { ExpressionBuilder } from 'kysely';
import { uuid } from '#model/schema.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

export interface FoundPlayer {
  readonly account_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly guest: boolean;
  readonly created_at: Date;
  readonly blocked_at: Date | null;
  readonly delete_after: Date | null;
  readonly merged_into: string | null;
}

/**
 * Whoever somebody may mean: by the account's id, an address, a name, the id of an identity, `type:id` of one, or the id that
 * a game knows the player by.
 */
export async function findPlayers({ kysely }: Database, wanted: string, most = 50): Promise<FoundPlayer[]> {
  return kysely
    .selectFrom('accounts')
    .select(['account_id', 'name', 'email', 'guest', 'created_at', 'blocked_at', 'delete_after', 'merged_into'])
    .where((eb) =>
      eb.or([
        ...(Value.Check(uuid, wanted) ? [eb('account_id', '=', wanted)] : []),
        eb('email', '=', wanted.toLowerCase()),
        eb('name', '=', wanted),
        eb('account_id', 'in', ownersOfIdentity(eb, wanted)),
        eb(
          'account_id',
          'in',
          eb.selectFrom('connected_games').select('connected_games.account_id').where('game_uid', '=', wanted),
        ),
      ]),
    )
    .orderBy('created_at')
    .limit(most)
    .execute();
}

function ownersOfIdentity(eb: ExpressionBuilder<Tables, 'accounts'>, wanted: string) {
  const [type = '', ...rest] = wanted.split(':');
  return eb
    .selectFrom('social_identities')
    .select('social_identities.account_id')
    .where((identity) =>
      identity.or([
        identity('external_id', 'in', [wanted, wanted.toLowerCase()]),
        identity.and([identity('type', '=', type), identity('external_id', '=', rest.join(':'))]),
      ]),
    );
}
