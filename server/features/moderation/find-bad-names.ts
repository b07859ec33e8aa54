import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { ProfanityFilter } from '#server/features/profanity-filter/create-profanity-filter.ts';

export interface BadName {
  readonly accountId: string;
  readonly name: string;
  readonly masked: string;
  readonly createdAt: Date;
}

/** Names are checked page by page, because only the filter knows which it would mask. */
const namesPerPage = 2000;

export async function findBadNames(
  { kysely }: Pick<Database, 'kysely'>,
  filter: ProfanityFilter,
  beforeAccountId: string | undefined,
): Promise<{ readonly players: readonly BadName[]; readonly nextBefore: string | undefined }> {
  const { rows } = await sql<{ account_id: string; name: string; created_at: Date }>`
    select account_id, name, created_at from accounts
    where merged_into is null and (${beforeAccountId ?? null}::uuid is null or (created_at, account_id) <
      (select created_at, account_id from accounts where account_id = ${beforeAccountId ?? null}::uuid))
    order by created_at desc, account_id desc limit ${namesPerPage}`.execute(kysely);
  const players = rows.flatMap(({ account_id: accountId, name, created_at: createdAt }) => {
    const { changed, text: masked } = filter(name);
    return changed ? [{ accountId, name, masked, createdAt }] : [];
  });
  return { players, nextBefore: rows.length < namesPerPage ? undefined : rows.at(-1)?.account_id };
}
