// Chooses the provider for a payment. If the platform handles payments for purchases made on it, only that platform, in
// its own unit; some platforms decide per purchase, by the buyer's country or by data from their page.
//
// Otherwise, the providers that the game's store enables, that are configured, and that accept the currency, amount,
// platform and country. The buyer's choice wins. Without one, providers for few currencies come before those for any,
// then those with more payment methods in the country; failing providers come last.
import { toAlpha2Country } from '#model/country.ts';
import { isCurrency } from '#model/currency.ts';
import type { PaymentMethod } from '#model/payment-methods.ts';
import { Problem } from '#model/problem.ts';
import type { StoredGame } from '#server/features/games/read-games.ts';
import {
  choosePlatformCurrencyUnit,
  findPlatformSaleTerms,
  type PlatformSaleTerms,
} from '#server/features/store/platform-sale-terms.ts';
import { listPaymentMethodsInCountry } from './list-payment-methods.ts';
import { isOfferedOnPlatform } from './is-offered-on-platform.ts';
import type { LoadedProvider } from './load-providers.ts';
import { findProviderAccount, type ProviderAccount, type ProviderDeps } from './provider-account.ts';
import { rankByHealth } from './rank-by-health.ts';

export interface ProviderRequest {
  readonly game: StoredGame;
  readonly currency: string;
  readonly platform: string;
  readonly sale: PlatformSaleTerms;
  readonly preferred?: string | undefined;
  /** The buyer's country, in three letters. */
  readonly country?: string | null | undefined;
  readonly request?: object | undefined;
  readonly amountMinor: number;
  readonly open?: ReadonlySet<string> | undefined;
}

export interface EligibleAccount extends ProviderAccount {
  readonly paymentMethods: readonly PaymentMethod[];
  readonly isFailing: boolean;
}

export interface ChosenProviderAccounts {
  /** At least one, best first. If the buyer chose a provider, only that one, even if it fails. */
  readonly accounts: readonly [EligibleAccount, ...EligibleAccount[]];
  readonly skippedAccounts: readonly EligibleAccount[];
}

export async function chooseProviderAccounts(
  deps: ProviderDeps,
  request: ProviderRequest,
): Promise<ChosenProviderAccounts> {
  const { title, by } = request.sale;
  if (by === undefined) throw new Problem('NotConfigured', `Nothing is sold on ${title}.`);
  const found =
    by === 'per-purchase'
      ? await resolvePaymentHandler(deps, { ...request, game: request.game.game })
      : { handler: by };
  if (!found) throw new Problem('NotConfigured', `Nothing is sold on ${title} here and now.`);
  if (found.handler === 'portal') return chooseForPortal(deps, requireProviderOfPlatform(found.provider, request));
  return {
    accounts: [{ ...(await choosePlatform(deps, request)), paymentMethods: [], isFailing: false }],
    skippedAccounts: [],
  };
}

interface PaymentHandler {
  readonly handler: 'portal' | 'platform';
  readonly provider?: string;
}

/**
 * Decides whether the platform or the portal handles payments for a game on this platform; undefined if neither can.
 */
export async function resolvePaymentHandler(
  deps: ProviderDeps,
  {
    platform,
    game,
    country,
    request,
    sale = findPlatformSaleTerms(platform),
  }: Pick<ProviderRequest, 'platform' | 'country' | 'request'> & {
    readonly game: string;
    readonly sale?: PlatformSaleTerms;
  },
): Promise<PaymentHandler | undefined> {
  const { by } = sale;
  if (by === 'portal') return { handler: by };
  const provider = findPlatform(deps, platform);
  const account = provider && (await findProviderAccount(deps, provider, game));
  if (!account) return undefined;
  if (by === 'platform') return { handler: by };
  const handler = await account.resolveHandler({ game, ...(country && { country }), ...(request && { request }) });
  if (typeof handler === 'object') return { handler: 'portal', ...handler };
  return handler === 'nobody' ? undefined : { handler };
}

function requireProviderOfPlatform(provider: string | undefined, request: ProviderRequest): ProviderRequest {
  if (provider === undefined || provider === request.preferred) return request;
  if (request.preferred === undefined) return { ...request, preferred: provider };
  throw new Problem(
    'NotConfigured',
    `On ${request.sale.title} ${provider} takes the money, and ${request.preferred} does not.`,
  );
}

async function choosePlatform(
  deps: ProviderDeps,
  { game, currency, platform, sale, preferred }: ProviderRequest,
): Promise<ProviderAccount> {
  const { title } = sale;
  const unit = choosePlatformCurrencyUnit(sale, currency);
  if (preferred !== undefined)
    throw new Problem('NotConfigured', `${title} takes the money for what is bought there, and ${preferred} does not.`);
  if (unit !== undefined && unit !== currency)
    throw new Problem('NotConfigured', `${title} sells for ${unit} and not for ${currency}.`);
  const provider = findPlatform(deps, platform);
  if (!provider) throw new Problem('NotConfigured', `Payment with ${title} is not available here.`);
  const account = await findProviderAccount(deps, provider, game.game);
  if (!account) throw new Problem('NotConfigured', `Payment with ${title} is not set up for ${game.game}.`);
  return account;
}

const findPlatform = ({ providers }: ProviderDeps, platform: string): LoadedProvider | undefined =>
  providers.find(({ family, manifest }) => family === 'platforms' && manifest.id === platform);

async function chooseForPortal(deps: ProviderDeps, request: ProviderRequest): Promise<ChosenProviderAccounts> {
  const { game, currency, preferred, open } = request;
  const { breakers } = deps;
  const country = request.country ? toAlpha2Country(request.country) : undefined;
  const offered = deps.providers.flatMap((provider) => {
    const paymentMethods =
      provider.family === 'payments' ? listPaymentMethodsInCountry(provider.manifest, country) : [];
    return paymentMethods.length > 0 && acceptsPayment(provider, request, deps.providers)
      ? [{ provider, paymentMethods }]
      : [];
  });
  const byHome = offered.toSorted(
    (a, b) =>
      countCurrencies(a.provider) - countCurrencies(b.provider) || countPaymentMethods(b) - countPaymentMethods(a),
  );
  const found: EligibleAccount[] = [];
  for (const { provider, paymentMethods } of byHome) {
    const account = await findProviderAccount(deps, provider, game.game);
    const isFailing = account !== undefined && breakers.failing.has(account.name) && breakers.isPaused(account.name);
    if (account) found.push({ ...account, paymentMethods, isFailing });
  }
  const mayRank = preferred === undefined && breakers.failing.size > 0;
  const ranked = mayRank ? rankByHealth(breakers, found, open) : { accounts: found, skippedAccounts: [] };
  const [first, ...others] = ranked.accounts;
  if (!first)
    throw new Problem(
      'NotConfigured',
      preferred === undefined
        ? `${game.game} has no payment provider that takes ${currency}.`
        : `${game.game} does not take ${currency} with ${preferred}.`,
    );
  return { accounts: [first, ...others], skippedAccounts: ranked.skippedAccounts };
}

function acceptsPayment(
  { family, manifest }: LoadedProvider,
  { game, platform, currency, amountMinor, preferred }: ProviderRequest,
  providers: readonly LoadedProvider[],
): boolean {
  if (family !== 'payments') return false;
  const { id, storeFlag, currencies, amounts } = manifest;
  const flags: Readonly<Record<string, boolean | undefined>> = game.config.Store;
  const { minMinor = 0 } = amounts?.[currency] ?? {};
  return (
    flags[storeFlag] === true &&
    (preferred === undefined || id === preferred) &&
    isOfferedOnPlatform(platform, manifest, providers) &&
    // A provider for any currency does not accept a platform's own unit.
    (currencies?.includes(currency) ?? isCurrency(currency)) &&
    amountMinor >= minMinor
  );
}

const countCurrencies = (provider: LoadedProvider): number =>
  (provider.family === 'payments' ? provider.manifest.currencies?.length : undefined) ?? Number.MAX_SAFE_INTEGER;

/** For a provider that accepts any currency, we don't know which payment methods work in this one. */
const countPaymentMethods = ({
  provider,
  paymentMethods,
}: Pick<EligibleAccount, 'provider' | 'paymentMethods'>): number =>
  provider.family === 'payments' && provider.manifest.currencies ? paymentMethods.length : 0;
