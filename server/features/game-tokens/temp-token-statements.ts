// One statement consumes the token and starts the session: of concurrent calls one updates the row, and the others find
// it used.
import { defineStatement } from '#server/db/define-statement.ts';
import type { NewSession } from '#server/features/sessions/sessions.ts';

export const createTempTokenStatement = defineStatement<{
  tokenHash: Buffer;
  accountId: string;
  sessionId: string;
  redirectUri: string | null;
  lifetimeSeconds: number;
}>(
  ({ tokenHash, accountId, sessionId, redirectUri, lifetimeSeconds }) => `
  insert into temp_tokens (token_hash, account_id, session_id, redirect_uri, expires_at)
  values (${tokenHash}::bytea, ${accountId}::uuid, ${sessionId}::uuid, ${redirectUri},
    now() + make_interval(secs => ${lifetimeSeconds}))`,
);

export interface ExchangedTempToken {
  account_id: string;
  redirect_uri: string | null;
}

type SessionValues = Pick<
  NewSession['row'],
  'session_id' | 'token_hash' | 'begun_by' | 'user_agent' | 'network' | 'country'
>;

/** The new session is limited to the same game as its origin, lasts no longer, and can't create temp tokens. */
export const exchangeTempTokenStatement = defineStatement<
  SessionValues & { tempTokenHash: Buffer },
  ExchangedTempToken
>(
  (places) => `
  with taken as (
    update temp_tokens set consumed_at = now()
    from sessions source
    where temp_tokens.token_hash = ${places.tempTokenHash}::bytea
      and temp_tokens.consumed_at is null and temp_tokens.expires_at > now()
      and source.session_id = temp_tokens.session_id
      and source.revoked_at is null and source.expires_at > now()
      and not source.handed
    returning temp_tokens.account_id, temp_tokens.redirect_uri, source.game, source.expires_at
  )
  insert into sessions
    (account_id, session_id, token_hash, expires_at, begun_by, handed, game, user_agent, network, country)
  select account_id, ${places.session_id}::uuid, ${places.token_hash}::bytea, expires_at, ${places.begun_by}, true, game,
    ${places.user_agent}, ${places.network}, ${places.country}
  from taken
  returning account_id, (select redirect_uri from taken)`,
);
