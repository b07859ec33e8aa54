// Finds or inserts the attempt of a proved purchase. A new one is already open. A purchase with a receipt stores its
// transaction id and receipt, so it can be checked later.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { ProvedPurchase } from '#model/payment-operations.server.ts';
import { Problem } from '#model/problem.ts';
import { isUniqueViolation } from '#server/db/is-unique-violation.ts';
import type { Tables } from '#server/db/tables.ts';
import { sealReceipt } from '../attempts/sealed-receipt.ts';
import { computeCheckTime } from '../checks/check-schedule.ts';
import { recomputeOrder, lockOrder, type LockedOrder } from '../payment-events/recompute-order.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { isSameAsStoredAccount, type ProviderAccount } from '../providers/provider-account.ts';

export async function findOrAddPurchaseAttempt(
  deps: OrdersDeps,
  account: ProviderAccount,
  orderId: string,
  purchase: ProvedPurchase,
): Promise<string | undefined> {
  try {
    return await deps.database.transaction((trx) => findOrAddAttempt(trx, deps, { account, orderId, purchase }));
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

async function findOrAddAttempt(
  trx: Transaction<Tables>,
  deps: OrdersDeps,
  {
    account,
    orderId,
    purchase,
  }: { readonly account: ProviderAccount; readonly orderId: string; readonly purchase: ProvedPurchase },
): Promise<string> {
  const order = await lockOrder(trx, orderId);
  if (!order) throw new Problem('Conflict');
  const { receipt, transactionId, providerPaymentId, isPending = false } = purchase;
  const name = providerPaymentId ?? transactionId;
  const known = await findOwn(trx, { account, orderId, transactionId: name });
  const attemptId = known ?? (await addAttempt(trx, deps, order, account));
  if (receipt === undefined && providerPaymentId === undefined) return attemptId;
  await trx
    .updateTable('payment_attempts')
    .set({
      provider_payment_id: name,
      ...(receipt !== undefined && { sealed_receipt: sealReceipt(deps.sealer, receipt) }),
      ...(isPending && { expires_at: new Date(deps.now().getTime() + pendingMs) }),
    })
    .where('attempt_id', '=', attemptId)
    .execute();
  if (!isPending || known !== undefined) return attemptId;
  // An attempt that existed before has its checks scheduled already.
  await deps.sendCheck(
    trx,
    { attemptId, step: 0 },
    { startAfter: computeCheckTime(deps.now(), 0), key: `${attemptId} 0` },
  );
  await recomputeOrder(trx, order, deps);
  return attemptId;
}

// Cash may be paid days later. The order stays open that long, and its records are fetched once more at the end.
const pendingMs = 7 * 24 * 3_600_000;

async function findOwn(
  trx: Transaction<Tables>,
  of: { readonly account: ProviderAccount; readonly orderId: string; readonly transactionId: string },
): Promise<string | undefined> {
  const all = await trx
    .selectFrom('payment_attempts')
    .select(['attempt_id', 'provider_payment_id', 'account', 'settings_hash'])
    .where('order_id', '=', of.orderId)
    .where('provider', '=', of.account.provider.folder)
    .orderBy('number', 'desc')
    .execute();
  const attempts = all.filter((each) => each.account === null || isSameAsStoredAccount(of.account, each));
  const named = attempts.find(({ provider_payment_id: name }) => name === of.transactionId);
  return (named ?? attempts[0])?.attempt_id;
}

async function addAttempt(
  trx: Transaction<Tables>,
  deps: OrdersDeps,
  { order_id, price_minor, currency }: LockedOrder,
  { provider: { folder }, owner, settingsHash }: ProviderAccount,
): Promise<string> {
  const { count } = await trx
    .selectFrom('payment_attempts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow();
  const attempt_id = randomUUID();
  await trx
    .insertInto('payment_attempts')
    .values({
      attempt_id,
      order_id,
      number: count + 1,
      provider: folder,
      account: owner,
      settings_hash: settingsHash,
      state: 'open',
      amount_minor: price_minor,
      currency,
      created_at: deps.now(),
    })
    .execute();
  return attempt_id;
}
