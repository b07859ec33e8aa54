// The two statements of a sign-in by a game's own id. Somebody who is connected: one statement finds the account and begins
// the session. A guest: one statement makes account, connection and session, or fails as a whole because another request for
// the same game account was faster.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** Parameters: game, its id of the player, then those of the session without its game. */
export const signInConnectedStatement = (db: Kysely<Tables>) => ({
  compile: () =>
    sql<{ account_id: string; guest: boolean }>`
      with connection as (
        update connected_games set last_played_at = now()
        where game = ${''} and game_uid = ${''} returning account_id, game
      )
      insert into sessions
        (account_id, session_id, token_hash, begun_by, game, user_agent, network, country)
      select account_id, ${uuid}::uuid, ${''}::bytea, ${''}, game, ${''}, ${''}, ${''} from connection
      returning account_id, (select guest from accounts where accounts.account_id = sessions.account_id)`.compile(db),
});

/** Parameters: id, name, locale, country; game, its id of the player; session without its game. */
export const newGuestStatement = (db: Kysely<Tables>) => ({
  compile: () =>
    sql<{ account_id: string }>`
      with account as (
        insert into accounts (account_id, name, guest, locale, geo_country)
        values (${uuid}, ${''}, true, ${''}, ${''}) returning account_id
      ), connection as (
        insert into connected_games (account_id, game, game_uid, last_played_at)
        select account_id, ${''}, ${''}, now() from account returning account_id, game
      )
      insert into sessions
        (account_id, session_id, token_hash, begun_by, game, user_agent, network, country)
      select account_id, ${uuid}::uuid, ${''}::bytea, ${''}, game, ${''}, ${''}, ${''} from connection
      returning account_id`.compile(db),
});

const uuid = '00000000-0000-0000-0000-000000000000';
