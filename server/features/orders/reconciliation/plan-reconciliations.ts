// Plans which provider accounts to reconcile: each account of every provider with a list, once. Games without settings
// share the portal's account, and two games may share one.
import type { OrdersDeps } from '../orders-deps.ts';
import { findProviderAccount, type ProviderAccount } from '../providers/provider-account.ts';

export interface PlannedReconciliation {
  readonly provider: string;
  readonly game?: string;
}

export async function planReconciliations(deps: OrdersDeps): Promise<readonly PlannedReconciliation[]> {
  const games = await deps.database.kysely.selectFrom('games').select('game').orderBy('game').execute();
  const planned: PlannedReconciliation[] = [];
  for (const provider of deps.providers.filter(({ adapter }) => adapter.list ?? adapter.listRefunds)) {
    const accounts: ProviderAccount[] = [];
    for (const game of [undefined, ...games.map((each) => each.game)]) {
      const account = await findProviderAccount(deps, provider, game);
      if (!account || (game !== undefined && (await isPlanned(accounts, game)))) continue;
      accounts.push(account);
      planned.push({ provider: provider.folder, ...(game !== undefined && { game }) });
    }
  }
  return planned;
}

async function isPlanned(accounts: readonly ProviderAccount[], game: string): Promise<boolean> {
  for (const account of accounts) if (await account.isOf(game)) return true;
  return false;
}
