import { sql, type Kysely } from 'kysely';
import type { PortalConfig } from '#contract/config.ts';
import type { Tables } from '#server/db/tables.ts';

export async function writePortalConfig(db: Kysely<Tables>, given: PortalConfig): Promise<void> {
  const config = JSON.stringify(given);
  await db
    .insertInto('portal')
    .values({ config })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ config, updated_at: sql`now()` }))
    .execute();
}
