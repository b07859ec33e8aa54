import type { Kysely } from 'kysely';
import { toLocale, type Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';

export async function readAccountLocale(db: Kysely<Tables>, accountId: string): Promise<Locale> {
  const account = await db
    .selectFrom('accounts')
    .select('locale')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw new Problem('Unauthenticated');
  return toLocale(account.locale);
}
