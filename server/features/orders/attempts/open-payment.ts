// Opens a payment for an order. Tries one provider after the other: if one rejects the payment or doesn't respond, the
// buyer can still pay with the next.
import { Problem } from '#model/problem.ts';
import { findPlatformSaleTerms } from '#server/features/store/platform-sale-terms.ts';
import type { AttemptRow, OrderRow } from '../order-rows.ts';
import type { OpenedPayment, OrdersDeps } from '../orders-deps.ts';
import {
  unsealPersonalInfo,
  findReusablePersonalInfo,
  savePersonalInfo,
  type PersonalInfo,
} from '../ordering/personal-info.ts';
import { findBuyerExternalId } from '../providers/buyer-identity.ts';
import { chooseProviderAccounts, type EligibleAccount } from '../providers/choose-provider.ts';
import { recordOrderEventOnce, recordSkippedProviders } from '../providers/record-skipped-providers.ts';
import type { ProviderAccount } from '../providers/provider-account.ts';
import { findOrCreateAttempt } from './find-or-create-attempt.ts';
import type { AttemptToOpen } from './create-provider-payment.ts';
import { openAttempt, openNewAttempt } from './open-attempt.ts';
import { adaptPaymentRequest, type PaymentRequest } from './plan-attempt.ts';

export interface PlannedPayment {
  readonly accounts: readonly EligibleAccount[];
  readonly begun: AttemptToOpen | undefined;
}

/** Concurrent identical requests for the same order share one call. */
export function openPayment(
  deps: OrdersDeps,
  order: OrderRow,
  request: PaymentRequest,
  planned?: PlannedPayment,
): Promise<OpenedPayment> {
  const { preferred = 'any', wantsRedirect } = request;
  const isInformed = order.sealed_personal_info !== null;
  return deps.paying(`${order.order_id} ${preferred} ${wantsRedirect} ${isInformed}`, () =>
    tryAccounts(deps, order, request, planned),
  );
}

async function tryAccounts(
  deps: OrdersDeps,
  order: OrderRow,
  request: PaymentRequest,
  planned: PlannedPayment | undefined,
): Promise<OpenedPayment> {
  const accounts = planned?.accounts ?? (await chooseForOrder(deps, order, request));
  const offered = accounts.map(({ provider, paymentMethods, isFailing }) => ({ provider, paymentMethods, isFailing }));
  let fault: unknown;
  for (const account of accounts) {
    const begun = planned?.begun?.account === account ? planned.begun : undefined;
    if (!begun && !(await hasWhatIsNeeded(deps, order, account))) {
      const { email } = await readBuyer(deps, order);
      return { outcome: 'needs-email', suggested: email ?? undefined, acceptsPhone: account.acceptsPhone, offered };
    }
    const { provider } = account;
    const attempt = begun ?? (await beginWith(deps, order, request, account));
    try {
      const opened = 'payment' in attempt ? await openNewAttempt(deps, attempt) : await openAttempt(deps, attempt);
      const mustRedirect = request.wantsRedirect && provider.family !== 'platforms';
      if (opened.outcome === 'opened' && (!mustRedirect || opened.redirectUrl !== undefined))
        return { ...opened, provider, offered };
    } catch (error) {
      const { folder } = provider;
      deps.log.warn({ err: error, provider: folder, orderId: order.order_id }, 'Opening a payment failed.');
      await recordOrderEventOnce(deps.database.kysely, order.order_id, 'payment-not-opened', [folder]);
      fault = error;
    }
  }
  if (fault !== undefined) throw new Problem('ProviderUnavailable', undefined, { cause: fault });
  throw new Problem('PaymentRefused');
}

/** Skips failing providers, except one where the order already has a payment, which only has to be shown. */
async function chooseForOrder(
  deps: OrdersDeps,
  order: OrderRow,
  request: PaymentRequest,
): Promise<readonly EligibleAccount[]> {
  const { order_id: orderId, currency, platform, country, price_minor: amountMinor } = order;
  const open = deps.breakers.failing.size === 0 ? undefined : await readOpen(deps, orderId);
  const sale = findPlatformSaleTerms(platform);
  const chosen = await chooseProviderAccounts(deps, {
    ...request,
    currency,
    sale,
    platform,
    country,
    amountMinor,
    open,
  });
  await recordSkippedProviders(deps, deps.database.kysely, orderId, chosen.skippedAccounts);
  return chosen.accounts;
}

async function readOpen({ database }: OrdersDeps, orderId: string): Promise<ReadonlySet<string>> {
  const rows = await database.kysely
    .selectFrom('payment_attempts')
    .select('provider')
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .execute();
  return new Set(rows.map(({ provider }) => provider));
}

async function beginWith(
  deps: OrdersDeps,
  order: OrderRow,
  request: PaymentRequest,
  account: ProviderAccount,
): Promise<AttemptRow> {
  const { provider } = account;
  const { name } = await readBuyer(deps, order);
  const buyerExternalId = await findBuyerExternalId(deps.database.kysely, provider, order.account_id);
  const buyer = { orderId: order.order_id, buyerName: name, buyerExternalId };
  return findOrCreateAttempt(deps, account, { ...adaptPaymentRequest(provider, request), ...buyer });
}

async function readBuyer({ database }: OrdersDeps, { account_id: accountId }: OrderRow) {
  const account = await database.kysely
    .selectFrom('accounts')
    .select(['name', 'email'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw new Problem('NotFound', 'The account of this order is gone.');
  return account;
}

/**
 * Some receipts need an email address or phone number before the payment opens: the order's, or one that the buyer
 * allowed us to reuse.
 */
async function hasWhatIsNeeded(deps: OrdersDeps, order: OrderRow, account: ProviderAccount): Promise<boolean> {
  if (!account.needsEmail) return true;
  const isEnough = (info: PersonalInfo | undefined): boolean =>
    info?.email !== undefined || (account.acceptsPhone && info?.phone !== undefined);
  if (isEnough(unsealPersonalInfo(deps.sealer, order))) return true;
  const remembered = order.account_id === null ? undefined : await findReusablePersonalInfo(deps, order.account_id);
  return remembered !== undefined && isEnough(remembered) && (await savePersonalInfo(deps, order.order_id, remembered));
}
