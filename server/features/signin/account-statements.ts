// The two statements of a sign-in. Somebody who is known: one statement finds the account and begins the session. Somebody
// new: one statement makes account, identity and session, or fails as a whole because another request was faster.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** Parameters: type, external id, game of the scope, then those of the session. */
export const signInStatement = (db: Kysely<Tables>) => ({
  compile: () =>
    sql<{ account_id: string }>`
      with known as (
        update social_identities set last_used_at = now()
        where type = ${''} and external_id = ${''} and game is not distinct from ${''} and confirmed
        returning account_id, identity_id
      )
      insert into sessions
        (account_id, identity_id, session_id, token_hash, begun_by, game, proved_at, user_agent, network, country)
      select account_id, identity_id, ${uuid}::uuid, ${''}::bytea, ${''}, ${''}, case when ${true}::boolean then now() end,
        ${''}, ${''}, ${''}
      from known
      returning account_id`.compile(db),
});

/** Parameters: id, name, e-mail, whether it is validated, guest, marketing, locale, country; type, external id, game; session. */
export const newAccountStatement = (db: Kysely<Tables>) => ({
  compile: () =>
    sql<{ account_id: string }>`
      with account as (
        insert into accounts
          (account_id, name, email, email_validated, guest, marketing_enabled, locale, geo_country)
        values (${uuid}, ${''}, ${''}, ${''}, ${''}, ${''}, ${''}, ${''})
        returning account_id
      ), identity as (
        insert into social_identities (type, external_id, game, account_id, last_used_at)
        select ${''}, ${''}, ${''}, account_id, now() from account
        returning account_id, identity_id
      )
      insert into sessions
        (account_id, identity_id, session_id, token_hash, begun_by, game, proved_at, user_agent, network, country)
      select account_id, identity_id, ${uuid}::uuid, ${''}::bytea, ${''}, ${''}, case when ${true}::boolean then now() end,
        ${''}, ${''}, ${''}
      from identity
      returning account_id`.compile(db),
});

const uuid = '00000000-0000-0000-0000-000000000000';
