// The statements for signing in by a game's own id. The one for guests fails if a concurrent request created the same
// game account.
import { defineStatement } from '#server/db/define-statement.ts';
import type { NewSession } from '#server/features/sessions/sessions.ts';

type SessionValues = Pick<
  NewSession['row'],
  'session_id' | 'token_hash' | 'begun_by' | 'user_agent' | 'network' | 'country'
>;

export const signInConnectedStatement = defineStatement<
  SessionValues & { game: string; gameUid: string },
  { account_id: string; guest: boolean }
>(
  (places) => `
  with connection as (
    update connected_games set last_played_at = now()
    where game = ${places.game} and game_uid = ${places.gameUid} returning account_id, game
  )
  insert into sessions
    (account_id, session_id, token_hash, begun_by, game, user_agent, network, country)
  select account_id, ${places.session_id}::uuid, ${places.token_hash}::bytea, ${places.begun_by}, game,
    ${places.user_agent}, ${places.network}, ${places.country}
  from connection
  returning account_id, (select guest from accounts where accounts.account_id = sessions.account_id)`,
);

export const newGuestStatement = defineStatement<
  SessionValues & {
    accountId: string;
    name: string;
    locale: string;
    geoCountry: string | null;
    game: string;
    gameUid: string;
  },
  { account_id: string }
>(
  (places) => `
  with account as (
    insert into accounts (account_id, name, guest, locale, geo_country)
    values (${places.accountId}, ${places.name}, true, ${places.locale}, ${places.geoCountry}) returning account_id
  ), connection as (
    insert into connected_games (account_id, game, game_uid, last_played_at)
    select account_id, ${places.game}, ${places.gameUid}, now() from account returning account_id, game
  )
  insert into sessions
    (account_id, session_id, token_hash, begun_by, game, user_agent, network, country)
  select account_id, ${places.session_id}::uuid, ${places.token_hash}::bytea, ${places.begun_by}, game,
    ${places.user_agent}, ${places.network}, ${places.country}
  from connection
  returning account_id`,
);
