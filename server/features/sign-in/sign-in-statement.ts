// Signs in with one statement: finds or creates the account and starts the session. It fails as a whole if a concurrent
// request has just created the same identity. Neither a new account nor a repeated sign-in changes what a node has in
// memory, so the triggers of these tables send no signal for it.
import { defineStatement } from '#server/db/define-statement.ts';
import type { NewSession } from '#server/features/sessions/sessions.ts';

type SessionValues = Pick<
  NewSession['row'],
  'session_id' | 'token_hash' | 'begun_by' | 'game' | 'user_agent' | 'network' | 'country'
> & { readonly isProved: boolean };

interface IdentityValues {
  readonly type: string;
  readonly externalId: string;
  readonly scope: string | null;
}

interface AccountValues {
  readonly accountId: string;
  readonly name: string;
  readonly email: string | null;
  readonly emailValidated: boolean;
  readonly guest: boolean;
  readonly marketingEnabled: boolean;
  readonly locale: string;
  readonly geoCountry: string | null;
}

export const signInStatement = defineStatement<IdentityValues & AccountValues & SessionValues, { account_id: string }>(
  (places) => `
  with known as (
    update social_identities set last_used_at = now()
    where type = ${places.type} and external_id = ${places.externalId}
      and game is not distinct from ${places.scope} and confirmed
    returning account_id, identity_id
  ), account as (
    insert into accounts
      (account_id, name, email, email_validated, guest, marketing_enabled, locale, geo_country)
    select ${places.accountId}::uuid, ${places.name}, ${places.email}, ${places.emailValidated}::boolean,
      ${places.guest}::boolean, ${places.marketingEnabled}::boolean, ${places.locale}, ${places.geoCountry}
    where not exists (select from known)
    returning account_id
  ), identity as (
    insert into social_identities (type, external_id, game, account_id, last_used_at)
    select ${places.type}, ${places.externalId}, ${places.scope}, account_id, now() from account
    returning account_id, identity_id
  )
  insert into sessions
    (account_id, identity_id, session_id, token_hash, begun_by, game, proved_at, user_agent, network, country)
  select account_id, identity_id, ${places.session_id}::uuid, ${places.token_hash}::bytea, ${places.begun_by},
    ${places.game}, case when ${places.isProved}::boolean then now() end,
    ${places.user_agent}, ${places.network}, ${places.country}
  from (table known union all table identity) as owner
  returning account_id`,
  { sendsNoSignal: true },
);
