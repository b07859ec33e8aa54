// Undoes a change of sign-in methods, by the token from the notification mail. An intruder may still be signed in, so
// all sessions end.
import { sql, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { revokeAccountAccess } from '#server/features/sign-in/upgrade-guest-account.ts';
import { hashToken } from '#server/secrets/one-time-token.ts';

export interface UndoneIdentityChange {
  readonly change: 'added' | 'removed' | 'confirmed';
  readonly type: string;
}

interface TakenChange extends UndoneIdentityChange {
  readonly account_id: string;
  readonly identity_id: string;
  readonly external_id: string;
  readonly game: string | null;
  readonly email: string | null;
}

export function undoIdentityChange(database: Database, token: string): Promise<UndoneIdentityChange> {
  const tokenHash = hashToken('fxu_', token);
  if (!tokenHash) throw new Problem('TokenExpiredOrUsed');
  return database.transaction(async (trx) => {
    const taken = await trx
      .updateTable('identity_changes')
      .set({ undone_at: sql`now()` })
      .where('token_hash', '=', tokenHash)
      .where('undone_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['change', 'account_id', 'identity_id', 'type', 'external_id', 'game', 'email'])
      .executeTakeFirst();
    if (!taken) throw new Problem('TokenExpiredOrUsed');
    await trx
      .selectFrom('accounts')
      .select('account_id')
      .where('account_id', '=', taken.account_id)
      .forNoKeyUpdate()
      .execute();
    if (taken.change === 'removed') await bringBack(trx, taken);
    else await takeOff(trx, taken);
    await revokeAccountAccess(trx, taken.account_id);
    return { change: taken.change, type: taken.type };
  });
}

async function takeOff(trx: Transaction<Tables>, { account_id, identity_id, type, external_id }: TakenChange) {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from social_identities
    where account_id = ${account_id} and game is null and confirmed and identity_id <> ${identity_id}`.execute(trx);
  if (rows[0]?.left === 0)
    throw new Problem('LastIdentity', 'Nothing would be left to sign in with. First bring back what was taken off.');
  await trx
    .deleteFrom('social_identities')
    .where('identity_id', '=', identity_id)
    .where('account_id', '=', account_id)
    .execute();
  if (type !== 'Email') return;
  await sql`
    update accounts set (email, email_validated) = (
      select max(external_id), count(*) > 0 from social_identities
      where account_id = ${account_id} and type = 'Email' and game is null and confirmed
    )
    where account_id = ${account_id} and email = ${external_id}`.execute(trx);
}

async function bringBack(trx: Transaction<Tables>, taken: TakenChange): Promise<void> {
  const { account_id, identity_id, type, external_id, game, email } = taken;
  const { rows } = await sql<{ identity_id: string }>`
    insert into social_identities (identity_id, type, external_id, game, account_id)
    values (${identity_id}, ${type}, ${external_id}, ${game}, ${account_id})
    -- Another account may have taken it over by a proof of its own.
    on conflict do nothing
    returning identity_id`.execute(trx);
  if (rows.length === 0) throw new Problem('IdentityTaken');
  if (email !== null)
    await trx
      .updateTable('accounts')
      .set({ email, email_validated: true })
      .where('account_id', '=', account_id)
      .execute();
}
