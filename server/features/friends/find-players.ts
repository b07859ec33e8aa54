// Finds players who are not friends yet: by name, if they allow it, or because a platform listed them as friends.
// Result ids are valid for this caller only, so a search reveals no account ids.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { signatureToUuid } from './game-friend-id.ts';

export const maxPlayersFound = 10;
export const maxPlayerSearchesADay = 100;
/** Shorter queries would list everyone, one letter at a time. */
export const minNameQueryLength = 3;

export interface FoundPlayerRow {
  readonly account_id: string;
  readonly name: string;
  readonly type: string | null;
}

/** Counts a search against the daily limit. False: the limit is reached. */
export async function admitPlayerSearch(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into friend_searches (account_id, day, searches) values (${accountId}, current_date, 1)
    on conflict (account_id, day) do update set searches = friend_searches.searches + 1
      where friend_searches.searches < ${maxPlayerSearchesADay}
    returning 1`.execute(db);
  return rows.length > 0;
}

export async function findPlayersByName(
  db: Kysely<Tables>,
  accountId: string,
  name: string,
): Promise<FoundPlayerRow[]> {
  const beginning = `${name.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const { rows } = await sql<FoundPlayerRow>`
    select a.account_id, a.name, null as type from accounts a
    where a.findable and a.merged_into is null and a.blocked_at is null and a.delete_after is null
      and lower(a.name) like lower(${beginning}) and ${isNotFriend(accountId)}
    order by lower(a.name) = lower(${name}) desc, lower(a.name), a.account_id limit ${maxPlayersFound}`.execute(db);
  return rows;
}

/**
 * Players whom the platform listed as friends on both sides. One side alone proves nothing, because the list comes from
 * the browser.
 */
export async function findMutualPlatformFriends(db: Kysely<Tables>, accountId: string): Promise<FoundPlayerRow[]> {
  const { rows } = await sql<FoundPlayerRow>`
    select distinct on (a.account_id) a.account_id, a.name, theirs.type
    from platform_friends named
    join social_identities theirs on theirs.identity_id = named.friend_identity_id and theirs.confirmed
    join accounts a on a.account_id = theirs.account_id and a.merged_into is null and a.blocked_at is null
    join social_identities own on own.account_id = ${accountId} and own.confirmed
      and own.type = theirs.type and own.game is not distinct from theirs.game
    join platform_friends back on back.account_id = a.account_id and back.friend_identity_id = own.identity_id
    where named.account_id = ${accountId} and ${isNotFriend(accountId)}
    order by a.account_id limit 100`.execute(db);
  return rows;
}

/** Stores only ids that belong to players of this portal. */
export async function savePlatformFriends(
  db: Kysely<Tables>,
  { accountId, identityId }: { readonly accountId: string; readonly identityId: string },
  uids: readonly string[],
): Promise<void> {
  await sql`
    insert into platform_friends (account_id, friend_identity_id)
    select ${accountId}, theirs.identity_id
    from social_identities own
    join social_identities theirs on theirs.type = own.type and theirs.game is not distinct from own.game
      and theirs.external_id = any(${[...uids]}::text[]) and theirs.confirmed and theirs.account_id <> ${accountId}
    where own.identity_id = ${identityId} and own.account_id = ${accountId} and own.confirmed
    on conflict (account_id, friend_identity_id) do update set seen_at = now()`.execute(db);
}

export interface PlayerSearchIds {
  readonly idFor: (accountId: string, playerId: string) => string;
  readonly isIdOf: (accountId: string, id: string) => (playerId: string) => boolean;
}

export function createPlayerSearchIds(sealer: Pick<Sealer, 'signatures'>): PlayerSearchIds {
  const all = (accountId: string, playerId: string): [string, ...string[]] => {
    const [first, ...others] = sealer.signatures('players found', `${accountId} ${playerId}`);
    return [signatureToUuid(first), ...others.map(signatureToUuid)];
  };
  return {
    idFor: (accountId, playerId) => all(accountId, playerId)[0],
    isIdOf: (accountId, id) => (playerId) => all(accountId, playerId).includes(id),
  };
}

/** Players who have blocked the caller stay included: otherwise a second account would reveal the block. */
const isNotFriend = (accountId: string) => sql`
  a.account_id <> ${accountId}
  and not exists (select from friends f where f.account_id = ${accountId} and f.friend_account_id = a.account_id)
  and not exists (
    select from friend_blocks b where b.account_id = ${accountId} and b.blocked_account_id = a.account_id)`;
