// Keeps track of the keys in use: each node stores a test value sealed with its key. A node that can't unseal one of
// them would fail on other nodes' values, so it is not ready.
import type { Database } from '#server/db/database.ts';
import type { Sealer } from './sealer.ts';

const purpose = 'sealing key';

export async function recordSealingKeyId({ kysely }: Database, sealer: Sealer): Promise<void> {
  const [keyId] = sealer.keyIds;
  await kysely
    .insertInto('sealing_keys')
    .values({ key_id: keyId, sealed: sealer.seal(purpose, keyId) })
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute();
}

export async function checkSealingKeys(
  { kysely }: Database,
  sealer: Sealer,
): Promise<{ readonly ok: boolean; readonly detail?: string }> {
  const rows = await kysely.selectFrom('sealing_keys').select(['key_id', 'sealed']).orderBy('created_at').execute();
  const missing = rows.filter(({ sealed }) => !sealer.tryUnseal(purpose, sealed)).map(({ key_id }) => key_id);
  if (missing.length === 0) return { ok: true };
  return {
    ok: false,
    detail:
      `this node lacks the secret of ${missing.join(', ')}: list it in SECRETS (or PREVIOUS_SECRET), ` +
      'or give up what is sealed with it by npm run reseal -- give-up',
  };
}

/**
 * Deletes keys and returns their ids. `unused`: keys that this node has and no longer seals with. `unknown`: keys that
 * it doesn't have.
 */
export async function deleteSealingKeyRecords(
  { kysely }: Database,
  sealer: Sealer,
  which: { readonly unused?: boolean; readonly unknown?: boolean },
): Promise<string[]> {
  const rows = await kysely.selectFrom('sealing_keys').select(['key_id', 'sealed']).execute();
  const forgotten = rows
    .filter(({ sealed }) => {
      const opener = sealer.tryUnseal(purpose, sealed)?.keyId;
      return opener === undefined ? which.unknown : which.unused && opener !== sealer.keyIds[0];
    })
    .map(({ key_id }) => key_id);
  if (forgotten.length > 0) await kysely.deleteFrom('sealing_keys').where('key_id', 'in', forgotten).execute();
  return forgotten;
}
