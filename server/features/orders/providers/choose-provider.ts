// Who takes a payment. Where a platform takes the money for what is sold on it, that platform alone, for its own unit. Elsewhere
// the providers that the game's store offers, that are set up for it and take the currency: the buyer's wish counts; without one,
// who takes few currencies comes before who takes any, because he is at home in this one.
import { isStoreUnit } from '#model/currency.ts';
import { Problem } from '#model/problem.ts';
import type { StoredGame } from '#server/features/games/read-games.ts';
import { saleOn } from '#server/features/store/sale-on.ts';
import type { LoadedProvider } from './load-providers.ts';
import { findAccount, type ProviderAccount, type ProviderDeps } from './provider-account.ts';

export interface ProviderWish {
  readonly game: StoredGame;
  readonly currency: string;
  /** Where it is bought, by the name on the wire. */
  readonly platform: string;
  /** The provider's name on the wire. */
  readonly preferred?: string | undefined;
}

/** At least one, the best first; with a wish only that one. */
export async function chooseAccounts(
  deps: ProviderDeps,
  wish: ProviderWish,
): Promise<readonly [ProviderAccount, ...ProviderAccount[]]> {
  const { title, by } = saleOn(wish.platform);
  if (by === undefined) throw new Problem('NotConfigured', `Nothing is sold on ${title}.`);
  return by === 'portal' ? chooseForPortal(deps, wish) : [await choosePlatform(deps, wish)];
}

/** Whether a platform that takes money itself can do so for a game. */
export async function takesMoney(deps: ProviderDeps, platform: string, game: string): Promise<boolean> {
  const provider = findPlatform(deps, platform);
  return provider !== undefined && (await findAccount(deps, provider, game)) !== undefined;
}

async function choosePlatform(
  deps: ProviderDeps,
  { game, currency, platform, preferred }: ProviderWish,
): Promise<ProviderAccount> {
  const { title, unit } = saleOn(platform);
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
  { game, currency, preferred }: ProviderWish,
): Promise<readonly [ProviderAccount, ...ProviderAccount[]]> {
  const flags: Readonly<Record<string, boolean | undefined>> = game.config.Store;
  const offered = deps.providers.filter(
    (each) =>
      each.family === 'payments' &&
      flags[each.manifest.storeFlag] === true &&
      // Who takes any currency takes no unit of a platform.
      (each.manifest.currencies?.includes(currency) ?? !isStoreUnit(currency)) &&
      (preferred === undefined || each.manifest.id === preferred),
  );
  const chosen: ProviderAccount[] = [];
  for (const provider of offered.toSorted((a, b) => breadth(a) - breadth(b))) {
    const account = await findAccount(deps, provider, game.game);
    if (account) chosen.push(account);
  }
  const [first, ...others] = chosen;
  if (!first)
    throw new Problem(
      'NotConfigured',
      preferred === undefined
        ? `${game.game} has no payment provider that takes ${currency}.`
        : `${game.game} does not take ${currency} with ${preferred}.`,
    );
  return [first, ...others];
}

const breadth = (provider: LoadedProvider): number =>
  (provider.family === 'payments' ? provider.manifest.currencies?.length : undefined) ?? Number.MAX_SAFE_INTEGER;
