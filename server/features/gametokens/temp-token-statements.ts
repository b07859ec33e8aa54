// The two statements of a temp token. Taking it and beginning the session are one statement: of many who bring the same
// token at once, one updates the row, and the others find it taken.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** Parameters: hash, account, session, where to go, seconds to live. */
export const createTempTokenStatement = (db: Kysely<Tables>) => ({
  compile: () =>
    sql<never>`
      insert into temp_tokens (token_hash, account_id, session_id, redirect_uri, expires_at)
      values (${''}::bytea, ${uuid}::uuid, ${uuid}::uuid, ${''}, now() + make_interval(secs => ${0}))`.compile(db),
});

export interface TakenTempToken {
  account_id: string;
  redirect_uri: string | null;
}

/**
 * Parameters: hash; session's id, hash, way it began, user agent, network, country. The new session is handed on: it
 * is good for the same game as the one that it stems from, and not for longer, and hands on nothing.
 */
export const takeTempTokenStatement = (db: Kysely<Tables>) => ({
  compile: () =>
    sql<TakenTempToken>`
      with taken as (
        update temp_tokens set consumed_at = now()
        from sessions source
        where temp_tokens.token_hash = ${''}::bytea
          and temp_tokens.consumed_at is null and temp_tokens.expires_at > now()
          and source.session_id = temp_tokens.session_id
          and source.revoked_at is null and source.expires_at > now()
          and not source.handed
        returning temp_tokens.account_id, temp_tokens.redirect_uri, source.game, source.expires_at
      )
      insert into sessions
        (account_id, session_id, token_hash, expires_at, begun_by, handed, game, user_agent, network, country)
      select account_id, ${uuid}::uuid, ${''}::bytea, expires_at, ${''}, true, game, ${''}, ${''}, ${''} from taken
      returning account_id, (select redirect_uri from taken)`.compile(db),
});

const uuid = '00000000-0000-0000-0000-000000000000';
