// Which provider takes a payment: those that the game's store offers, that are set up for it and take the currency. The buyer's
// wish counts; without one, who takes few currencies comes before who takes any, because he is at home in this one.
import { Problem } from '#model/problem.ts';
import type { StoredGame } from '#server/features/games/read-games.ts';
import type { LoadedProvider } from './load-providers.ts';
import { settingsOf, type ProviderDeps } from './provider-host.ts';

export interface ChosenProvider extends LoadedProvider {
  readonly settings: unknown;
}

export interface ProviderWish {
  readonly game: StoredGame;
  readonly currency: string;
  /** The provider's name on the wire. */
  readonly preferred?: string | undefined;
}

/** At least one, the best first; with a wish only that one. */
export async function chooseProviders(
  deps: ProviderDeps,
  { game, currency, preferred }: ProviderWish,
): Promise<readonly [ChosenProvider, ...ChosenProvider[]]> {
  const flags: Readonly<Record<string, boolean | undefined>> = game.config.Store;
  const offered = deps.providers.filter(
    ({ manifest }) =>
      flags[manifest.storeFlag] === true &&
      (manifest.currencies?.includes(currency) ?? true) &&
      (preferred === undefined || manifest.id === preferred),
  );
  const chosen: ChosenProvider[] = [];
  for (const provider of offered.toSorted((a, b) => breadth(a) - breadth(b))) {
    const found = await settingsOf(deps, provider, game.game);
    if (found.outcome === 'set') chosen.push({ ...provider, settings: found.settings });
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

const breadth = ({ manifest }: LoadedProvider): number => manifest.currencies?.length ?? Number.MAX_SAFE_INTEGER;
