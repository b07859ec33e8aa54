// The buyer's details for a receipt, encrypted with the order. Deleted with the account.
import type { Database } from '#server/db/database.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import type { OrderRow } from '../order-rows.ts';

export interface PersonalInfo {
  readonly email?: string;
  readonly phone?: string;
  /** The buyer doesn't want to confirm them again. */
  readonly isAutoConfirm: boolean;
}

const purpose = 'personal info of an order';

export const sealPersonalInfo = (sealer: Sealer, info: PersonalInfo): Buffer =>
  sealer.seal(purpose, JSON.stringify(info));

export function unsealPersonalInfo(
  sealer: Sealer,
  { sealed_personal_info: sealed }: Pick<OrderRow, 'sealed_personal_info'>,
): PersonalInfo | undefined {
  // This purpose decrypts only what `sealPersonalInfo` encrypted, so the cast is safe.
  return sealed === null ? undefined : (JSON.parse(sealer.unseal(purpose, sealed)) as PersonalInfo);
}

export async function savePersonalInfo(
  { database, sealer }: { readonly database: Database; readonly sealer: Sealer },
  orderId: string,
  info: PersonalInfo,
): Promise<boolean> {
  const { numUpdatedRows } = await database.kysely
    .updateTable('orders')
    .set({ sealed_personal_info: sealPersonalInfo(sealer, info) })
    .where('order_id', '=', orderId)
    .where('paid_at', 'is', null)
    .where('expired_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findReusablePersonalInfo(
  { database, sealer }: { readonly database: Database; readonly sealer: Sealer },
  accountId: string,
): Promise<PersonalInfo | undefined> {
  const last = await database.kysely
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('sealed_personal_info', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const info = last && unsealPersonalInfo(sealer, last);
  return info?.isAutoConfirm ? info : undefined;
}
