// A test app with a selling game, a buyer, and the given providers.
import { buildAccount, buildGames } from './build-accounts.ts';
import { buildStore, setStore } from './build-store.ts';
import { createTestApp, type TestApp, type TestAppOptions } from './create-test-app.ts';
import { sampleProducts } from './sample-products.ts';
import type { TestProvider } from './test-provider.ts';

export interface MoneyTestApp extends TestApp {
  /** The clock of the app, which stands still until the test moves it. */
  readonly clock: { now: Date };
  readonly token: string;
  readonly accountId: string;
  sendWebhook(provider: TestProvider, events: Parameters<TestProvider['webhook']>[0]): Promise<number>;
}

export interface MoneyTestAppOptions extends TestAppOptions {
  readonly clock?: { now: Date };
}

export const soldGame = 'gem-miner';
export const soldSku = 'gems-100';
const otherGame = 'sky-courier';

export async function createMoneyTestApp(
  providers: readonly Pick<TestProvider, 'loaded' | 'settings'>[],
  { clock = { now: new Date() }, ...options }: MoneyTestAppOptions = {},
): Promise<MoneyTestApp> {
  const server = await createTestApp({
    now: () => clock.now,
    providers: providers.map(({ loaded }) => loaded),
    settings: { payments: Object.assign({}, ...providers.map(({ settings }) => settings.payments)) as object as never },
    env: { REQUESTS_PER_MINUTE: '9999999' },
    ...options,
  });
  const { database } = server;
  await buildGames(database, [soldGame, otherGame]);
  await buildStore(database, soldGame, sampleProducts);
  await buildStore(database, otherGame);
  await setStore(database, soldGame, (flag) => providers.some(({ loaded }) => loaded.manifest.storeFlag === flag));
  const accountId = await buildAccount(database, {
    name: 'Ada',
    email: 'ada@players.example',
    identities: [{ type: 'Email', id: 'ada@players.example' }],
    games: [{ game: soldGame, uid: 'ada' }],
  });
  const { token } = await server.sessions.begin(accountId);
  return {
    ...server,
    clock,
    token,
    accountId,
    sendWebhook: async (provider, events) => {
      const { payload, headers } = provider.webhook(events);
      const url = `/api/v1/hooks/${provider.loaded.folder}`;
      return (await server.app.inject({ method: 'POST', url, payload, headers })).statusCode;
    },
  };
}
