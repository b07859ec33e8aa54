// Whose books are compared: every provider that has a list, once for each account with it. Games without settings of their own
// share the portal's, and two games may have the same.
import { isDeepStrictEqual } from 'node:util';
import type { LoadedProvider } from '../providers/load-providers.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { settingsOf } from '../providers/provider-account.ts';

export interface PlannedComparison {
  readonly provider: string;
  /** Absent: the settings of the portal. */
  readonly game?: string;
}

export async function planComparisons(deps: OrdersDeps): Promise<readonly PlannedComparison[]> {
  const games = await deps.database.kysely.selectFrom('games').select('game').orderBy('game').execute();
  const planned: PlannedComparison[] = [];
  for (const provider of deps.providers.filter(({ half }) => half.list !== undefined)) {
    const seen: unknown[] = [];
    for (const game of [undefined, ...games.map((each) => each.game)]) {
      const settings = await newSettings(deps, provider, game, seen);
      if (settings === undefined) continue;
      seen.push(settings);
      planned.push({ provider: provider.folder, ...(game !== undefined && { game }) });
    }
  }
  return planned;
}

async function newSettings(
  deps: OrdersDeps,
  provider: LoadedProvider,
  game: string | undefined,
  seen: readonly unknown[],
): Promise<unknown> {
  const found = await settingsOf(deps, provider, game);
  if (found.outcome === 'not set' || seen.some((other) => isDeepStrictEqual(other, found.settings))) return undefined;
  return found.settings;
}
