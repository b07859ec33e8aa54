// Who takes a payment. Where a platform takes the money for what is sold on it, that platform alone, for its own unit; some say only
// when asked whether they do, by the buyer's country or by what their page tells. Elsewhere
// the providers that the game's store offers, that are set up for it and take the currency: the buyer's wish counts; without one,
// who takes few currencies comes before who takes any, because he is at home in this one, and of those who has more means of payment.
import { isCurrency } from '#model/currency.ts';
import { Problem } from '#model/problem.ts';
import type { StoredGame } from '#server/features/games/read-games.ts';
import { chooseUnit, findSale, type Sale } from '#server/features/store/sale-on.ts';
import { isOfferedOn } from './is-offered-on.ts';
import type { LoadedProvider } from './load-providers.ts';
import { findAccount, findAccounts, type ProviderAccount, type ProviderDeps } from './provider-account.ts';

export interface ProviderWish {
  readonly game: StoredGame;
  readonly currency: string;
  /** Where it is bought, by the name on the wire. */
  readonly platform: string;
  /** How things are sold there. */
  readonly sale: Sale;
  /** The provider's name on the wire. */
  readonly preferred?: string | undefined;
  /** Where the buyer is, in three letters. */
  readonly country?: string | null | undefined;
  /** The block of the platform. */
  readonly request?: object | undefined;
}

/** At least one, the best first; with a wish only that one. */
export async function chooseAccounts(
  deps: ProviderDeps,
  wish: ProviderWish,
): Promise<readonly [ProviderAccount, ...ProviderAccount[]]> {
  const { title, by } = wish.sale;
  if (by === undefined) throw new Problem('NotConfigured', `Nothing is sold on ${title}.`);
  const taker = by === 'asked' ? await findMoneyTaker(deps, { ...wish, game: wish.game.game }) : by;
  if (taker === undefined) throw new Problem('NotConfigured', `Nothing is sold on ${title} here and now.`);
  return taker === 'portal' ? chooseForPortal(deps, wish) : [await choosePlatform(deps, wish)];
}

/** Who takes the money for a game where it is played; undefined: nobody can. */
export async function findMoneyTaker(
  deps: ProviderDeps,
  {
    platform,
    game,
    country,
    request,
    sale = findSale(platform),
  }: Pick<ProviderWish, 'platform' | 'country' | 'request'> & { readonly game: string; readonly sale?: Sale },
): Promise<'portal' | 'platform' | undefined> {
  const { by } = sale;
  if (by === 'portal') return by;
  const provider = findPlatform(deps, platform);
  const account = provider && (await findAccount(deps, provider, game));
  if (!account) return undefined;
  if (by === 'platform') return by;
  const taker = await account.whoTakesMoney({ game, ...(country && { country }), ...(request && { request }) });
  return taker === 'nobody' ? undefined : taker;
}

async function choosePlatform(
  deps: ProviderDeps,
  { game, currency, platform, sale, preferred }: ProviderWish,
): Promise<ProviderAccount> {
  const { title } = sale;
  const unit = chooseUnit(sale, currency);
  if (preferred !== undefined)
    throw new Problem('NotConfigured', `${title} takes the money for what is bought there, and ${preferred} does not.`);
  if (unit !== undefined && unit !== currency)
    throw new Problem('NotConfigured', `${title} sells for ${unit} and not for ${currency}.`);
  const provider = findPlatform(deps, platform);
  if (!provider) throw new Problem('NotConfigured', `Payment with ${title} is not available here.`);
  const account = await findAccount(deps, provider, game.game);
  if (!account) throw new Problem('NotConfigured', `Payment with ${title} is not set up for ${game.game}.`);
  return account;
}

const findPlatform = ({ providers }: ProviderDeps, platform: string): LoadedProvider | undefined =>
  providers.find(({ family, manifest }) => family === 'platforms' && manifest.id === platform);

async function chooseForPortal(
  deps: ProviderDeps,
  { game, currency, platform, preferred }: ProviderWish,
): Promise<readonly [ProviderAccount, ...ProviderAccount[]]> {
  const flags: Readonly<Record<string, boolean | undefined>> = game.config.Store;
  const offered = deps.providers.filter(
    (each) =>
      each.family === 'payments' &&
      flags[each.manifest.storeFlag] === true &&
      isOfferedOn(platform, each.manifest, deps.providers) &&
      // Who takes any currency takes no unit of a platform.
      (each.manifest.currencies?.includes(currency) ?? isCurrency(currency)) &&
      (preferred === undefined || each.manifest.id === preferred),
  );
  const byHome = offered.toSorted((a, b) => countCurrencies(a) - countCurrencies(b) || countMeans(b) - countMeans(a));
  const [first, ...others] = await findAccounts(deps, byHome, game.game);
  if (!first)
    throw new Problem(
      'NotConfigured',
      preferred === undefined
        ? `${game.game} has no payment provider that takes ${currency}.`
        : `${game.game} does not take ${currency} with ${preferred}.`,
    );
  return [first, ...others];
}

const countCurrencies = (provider: LoadedProvider): number =>
  (provider.family === 'payments' ? provider.manifest.currencies?.length : undefined) ?? Number.MAX_SAFE_INTEGER;

/** Of one who takes any currency nobody knows which of them there are in this one. */
const countMeans = ({ family, manifest }: LoadedProvider): number =>
  family === 'payments' && manifest.currencies ? manifest.means.length : 0;
