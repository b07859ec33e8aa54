import type { Kysely } from 'kysely';
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';

export async function saveLanguage(db: Kysely<Tables>, accountId: string, locale: Locale): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ locale })
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Problem('Unauthenticated');
}
