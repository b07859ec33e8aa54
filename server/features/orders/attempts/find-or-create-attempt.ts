// An attempt to pay an order. Its row is written before the provider is called and contains the request, so any node
// can repeat the call with the same idempotency key.
import { randomUUID } from 'node:crypto';
import { toAlpha2Country } from '#model/country.ts';
import { chooseLocalizedText, type Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { CreatePaymentRequest } from '#payments/port.server.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import { write, type WriteTarget } from '#server/db/statement-batch.ts';
import { computeCheckTime } from '../checks/check-schedule.ts';
import { recomputeOrder, lockOrder } from '../payment-events/recompute-order.ts';
import type { AttemptRow, OrderRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { unsealPersonalInfo } from '../ordering/personal-info.ts';
import { isSameAsStoredAccount, type ProviderAccount } from '../providers/provider-account.ts';
import { saveProductPage } from '../product-pages/product-pages.ts';
import { buildRecordedReturnUrl } from '../returns/payment-returns.ts';
import { unsealAttemptReply } from './sealed-reply.ts';
import { sealPaymentRequest } from './sealed-request.ts';

export interface AttemptParams {
  readonly orderId: string;
  readonly buyerName: string;
  /** The buyer's id at a platform that handles the payment itself. */
  readonly buyerExternalId?: string | undefined;
  readonly callerAddress: string;
  readonly locale: Locale;
  readonly wantsRedirect: boolean;
  readonly returnUrl: string;
  /** Extra parameters of the platform on which the player buys. */
  readonly request?: object | undefined;
}

type AttemptAccount = Pick<ProviderAccount, 'provider' | 'owner' | 'settingsHash'>;

/** Returns the attempt with this account that is being created or open, otherwise a new one. */
export function findOrCreateAttempt(
  deps: OrdersDeps,
  account: AttemptAccount,
  params: AttemptParams,
): Promise<AttemptRow> {
  return deps.database.transaction(async (trx) => {
    const order = await lockOrder(trx, params.orderId);
    if (!order) throw new Problem('NotFound', 'There is no such order.');
    const attempts = await trx
      .selectFrom('payment_attempts')
      .selectAll()
      .where('order_id', '=', params.orderId)
      .orderBy('number')
      .execute();
    const last = attempts.findLast(
      (each) =>
        each.provider === account.provider.folder && (each.account === null || isSameAsStoredAccount(account, each)),
    );
    if (last && isUsable(deps, last, params, order)) return last;
    refuseIfOver(order, deps.now());
    if (attempts.length >= maxAttempts)
      throw new Problem('Conflict', 'This order was tried too often. Begin a new purchase.');
    const { attempt } = await addAttempt(trx, deps, { order, account, params, number: attempts.length + 1 });
    await recomputeOrder(trx, order, deps);
    return attempt;
  });
}

// Limits how many payments one order creates at providers.
const maxAttempts = 10;

function isUsable(deps: OrdersDeps, attempt: AttemptRow, { wantsRedirect }: AttemptParams, order: OrderRow): boolean {
  const opened = unsealAttemptReply(deps.sealer, attempt);
  if (order.paid_at !== null) return opened !== undefined;
  if (attempt.expires_at !== null && attempt.expires_at <= deps.now()) return false;
  // Nothing is opened after the order has expired.
  if (attempt.state === 'creating') return order.expires_at > deps.now();
  return attempt.state === 'open' && opened !== undefined && (!wantsRedirect || opened.redirectUrl !== undefined);
}

function refuseIfOver({ paid_at: paidAt, expired_at: expiredAt, expires_at: expiresAt }: OrderRow, now: Date): void {
  if (paidAt !== null) throw new Problem('Conflict', 'This order is paid already.');
  if (expiredAt !== null || expiresAt <= now)
    throw new Problem('Conflict', 'The time to pay this order is over. Begin a new purchase.');
}

/** For an existing order, the caller must call `recomputeOrder` afterwards. */
export async function addAttempt(
  target: WriteTarget,
  deps: OrdersDeps,
  planned: {
    readonly order: OrderRow;
    readonly account: AttemptAccount;
    readonly params: AttemptParams;
    readonly number: number;
  },
): Promise<{ readonly attempt: AttemptRow; readonly payment: CreatePaymentRequest }> {
  const { order, account, params, number } = planned;
  const { folder } = account.provider;
  const attemptId = randomUUID();
  const createdAt = deps.now();
  const productUrl = await saveProductPage(target, deps, folder, order);
  const payment = describePayment(deps, order, params, { attemptId, createdAt, folder, productUrl });
  const attempt: AttemptRow = {
    attempt_id: attemptId,
    order_id: order.order_id,
    number,
    provider: folder,
    account: account.owner,
    settings_hash: account.settingsHash,
    state: 'creating',
    provider_payment_id: null,
    amount_minor: order.price_minor,
    currency: order.currency,
    sealed_request: sealPaymentRequest(deps.sealer, payment),
    sealed_reply: null,
    sealed_receipt: null,
    created_at: createdAt,
    expires_at: null,
    checks: 0,
    checked_at: null,
    awaits_return: null,
  };
  await write(target, insertAttemptStatement, attempt);
  await deps.sendCheck(
    target,
    { attemptId, step: 0 },
    { startAfter: computeCheckTime(createdAt, 0), key: `${attemptId} 0` },
  );
  return { attempt, payment };
}

const insertAttemptStatement = defineStatement<AttemptRow>(
  (places) => `
  insert into payment_attempts
    (attempt_id, order_id, number, provider, account, settings_hash, amount_minor, currency, sealed_request, created_at)
  values (${places.attempt_id}, ${places.order_id}, ${places.number}, ${places.provider}, ${places.account},
    ${places.settings_hash}, ${places.amount_minor}, ${places.currency}, ${places.sealed_request}, ${places.created_at})`,
);

function describePayment(
  deps: OrdersDeps,
  order: OrderRow,
  params: AttemptParams,
  {
    attemptId,
    createdAt,
    folder,
    productUrl,
  }: Pick<CreatePaymentRequest, 'attemptId' | 'createdAt'> & {
    readonly folder: string;
    readonly productUrl: string | undefined;
  },
): CreatePaymentRequest {
  const formUrl = findFormUrl(deps, folder, attemptId);
  const info = unsealPersonalInfo(deps.sealer, order);
  const country = order.country === null ? undefined : toAlpha2Country(order.country);
  return {
    attemptId,
    orderId: order.order_id,
    game: order.game,
    amountMinor: order.price_minor,
    currency: order.currency,
    product: {
      sku: order.sku,
      name: chooseLocalizedText(order.product.names, params.locale),
      description: chooseLocalizedText(order.product.descriptions, params.locale),
    },
    // The buyer buys one pack, such as “100 gems”. The order's quantity is the content of the pack: a receipt with it
    // would list a hundred packs.
    quantity: 1,
    buyer: {
      accountId: order.account_id ?? '',
      name: params.buyerName,
      ...(info?.email !== undefined && { email: info.email }),
      ...(info?.phone !== undefined && { phone: info.phone.replace(/^\+/, '') }),
      ...(country !== undefined && { country }),
      ...(params.buyerExternalId !== undefined && { externalId: params.buyerExternalId }),
    },
    ...(params.request !== undefined && { request: params.request }),
    callerAddress: params.callerAddress,
    locale: params.locale,
    returnUrl: params.returnUrl,
    recordedReturnUrl: buildRecordedReturnUrl(deps.portalUrl, attemptId),
    ...(formUrl !== undefined && { formUrl }),
    ...(productUrl !== undefined && { productUrl }),
    wantsRedirect: params.wantsRedirect,
    createdAt,
    expiresAt: order.expires_at,
  };
}

function findFormUrl({ providers, pageAddress }: OrdersDeps, folder: string, attemptId: string): string | undefined {
  const provider = providers.find((each) => each.folder === folder);
  const page = provider?.family === 'payments' ? provider.manifest.formPage : undefined;
  return page === undefined ? undefined : pageAddress(`${page}?PublicId=${attemptId}`);
}
