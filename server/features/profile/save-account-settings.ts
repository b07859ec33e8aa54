import type { Kysely } from 'kysely';
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';

export interface AccountSettingsChange {
  readonly name?: string | undefined;
  readonly locale?: Locale | undefined;
  readonly marketingEnabled?: boolean | undefined;
}

export async function saveAccountSettings(
  db: Kysely<Tables>,
  accountId: string,
  settings: AccountSettingsChange,
): Promise<void> {
  const { name, locale, marketingEnabled } = settings;
  if (name === undefined && locale === undefined && marketingEnabled === undefined) return;
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({
      ...(name !== undefined && { name }),
      ...(locale !== undefined && { locale }),
      ...(marketingEnabled !== undefined && { marketing_enabled: marketingEnabled }),
    })
    .where('account_id', '=', accountId)
    .where('merged_into', 'is', null)
    .executeTakeFirst();
  // The account was just deleted or merged; its sessions end.
  if (numUpdatedRows === 0n) throw new Problem('Unauthenticated');
}
