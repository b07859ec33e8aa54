// With whom an order is tried first, before there is one.
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { StoredGame } from '#server/features/games/read-games.ts';
import type { Sale } from '#server/features/store/sale-on.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { findExternalId } from '../providers/buyer-identity.ts';
import { chooseAccounts, type ChosenProviderAccounts } from '../providers/choose-provider.ts';
import type { LoadedProvider } from '../providers/load-providers.ts';
import type { ProviderAccount } from '../providers/provider-account.ts';
import type { AttemptParams } from './begin-attempt.ts';

export interface PaymentRequest {
  readonly game: StoredGame;
  readonly preferred?: string | undefined;
  /** Where the request that asks for it comes from. */
  readonly callerAddress: string;
  readonly locale: Locale;
  readonly wantsRedirect: boolean;
  /** The page of ours on which every way through the provider's pages ends. */
  readonly returnUrl: string;
  /** The block of the platform on which it is bought. */
  readonly request?: object | undefined;
}

export interface PlannedAttempt {
  /** Who could take the money, the best first. */
  readonly accounts: ChosenProviderAccounts['accounts'];
  readonly passedOver: ChosenProviderAccounts['passedOver'];
  /** Undefined: the buyer is asked for something before. */
  readonly first: { readonly account: ProviderAccount; readonly wish: AttemptParams } | undefined;
}

export async function planAttempt(
  deps: OrdersDeps,
  wish: PaymentRequest,
  order: {
    readonly orderId: string;
    readonly accountId: string;
    readonly platform: string;
    readonly sale: Sale;
    readonly currency: string;
    readonly amountMinor: number;
    readonly country: string | undefined;
    readonly buyerName: string;
  },
): Promise<PlannedAttempt> {
  const { orderId, buyerName, accountId, currency, amountMinor, platform, sale, country } = order;
  const chosen = await chooseAccounts(deps, { ...wish, currency, amountMinor, platform, sale, country });
  const [account] = chosen.accounts;
  if (account.needsEmail) return { ...chosen, first: undefined };
  const { provider } = account;
  const isPlatform = provider.family === 'platforms';
  const buyerExternalId = isPlatform ? await findExternalId(deps.database.kysely, provider, accountId) : undefined;
  const planned = isPlatform ? adaptWish(provider, wish) : wish;
  return { ...chosen, first: { account, wish: { ...planned, orderId, buyerName, buyerExternalId } } };
}

/** On a platform that takes the money itself nobody is sent anywhere: it opens its own dialog over the game. */
export function adaptWish({ family, manifest }: LoadedProvider, wish: PaymentRequest): PaymentRequest {
  if (family !== 'platforms') return wish;
  const key = manifest.paymentRequest?.key;
  if (key !== undefined && wish.request === undefined)
    throw new Problem('InvalidRequest', `${key} is required for this platform.`, { fields: { [key]: 'is required' } });
  return { ...wish, wantsRedirect: false };
}
