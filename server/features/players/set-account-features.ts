import type { Static } from 'typebox';
import type { AccountFeature } from '#model/account.ts';
import type { Database } from '#server/db/database.ts';
import { recordPlayerAct } from './record-player-act.ts';

/** Replaces the features of an account. `None` takes all of them away. */
export async function setAccountFeatures(
  database: Database,
  accountId: string,
  feature: Static<typeof AccountFeature>,
  operator: string,
): Promise<void> {
  await database.transaction(async (trx) => {
    await trx
      .updateTable('accounts')
      .set({ features: feature === 'None' ? [] : [feature] })
      .where('account_id', '=', accountId)
      .execute();
    await recordPlayerAct(trx, { accountId, act: 'features', detail: feature, operator });
  });
}
