// Chooses the provider for the first attempt, before the order is written.
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { StoredGame } from '#server/features/games/read-games.ts';
import type { PlatformSaleTerms } from '#server/features/store/platform-sale-terms.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { findBuyerExternalId } from '../providers/buyer-identity.ts';
import { chooseProviderAccounts, type ChosenProviderAccounts } from '../providers/choose-provider.ts';
import type { LoadedProvider } from '../providers/load-providers.ts';
import type { ProviderAccount } from '../providers/provider-account.ts';
import type { AttemptParams } from './find-or-create-attempt.ts';

export interface PaymentRequest {
  readonly game: StoredGame;
  readonly preferred?: string | undefined;
  readonly callerAddress: string;
  readonly locale: Locale;
  readonly wantsRedirect: boolean;
  readonly returnUrl: string;
  readonly request?: object | undefined;
}

export interface PlannedAttempt {
  readonly accounts: ChosenProviderAccounts['accounts'];
  readonly skippedAccounts: ChosenProviderAccounts['skippedAccounts'];
  readonly first: { readonly account: ProviderAccount; readonly params: AttemptParams } | undefined;
}

export async function planAttempt(
  deps: OrdersDeps,
  request: PaymentRequest,
  order: {
    readonly orderId: string;
    readonly accountId: string;
    readonly platform: string;
    readonly sale: PlatformSaleTerms;
    readonly currency: string;
    readonly amountMinor: number;
    readonly country: string | undefined;
    readonly buyerName: string;
  },
): Promise<PlannedAttempt> {
  const { orderId, buyerName, accountId, currency, amountMinor, platform, sale, country } = order;
  const chosen = await chooseProviderAccounts(deps, { ...request, currency, amountMinor, platform, sale, country });
  const [account] = chosen.accounts;
  if (account.needsEmail) return { ...chosen, first: undefined };
  const { provider } = account;
  const isPlatform = provider.family === 'platforms';
  const buyerExternalId = isPlatform ? await findBuyerExternalId(deps.database.kysely, provider, accountId) : undefined;
  const planned = isPlatform ? adaptPaymentRequest(provider, request) : request;
  return { ...chosen, first: { account, params: { ...planned, orderId, buyerName, buyerExternalId } } };
}

/** A platform that handles the payment itself opens its own dialog over the game, without a redirect. */
export function adaptPaymentRequest({ family, manifest }: LoadedProvider, request: PaymentRequest): PaymentRequest {
  if (family !== 'platforms') return request;
  const key = manifest.paymentRequest?.key;
  if (key !== undefined && request.request === undefined)
    throw new Problem('InvalidRequest', `${key} is required for this platform.`, { fields: { [key]: 'is required' } });
  return { ...request, wantsRedirect: false };
}
