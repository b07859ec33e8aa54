// Random histories of payments in several games: one with its own account at the platform, two that share one, two on the portal's,
// and a hostile developer who signs anything with the key of their own game. Whatever they sign, every honest payment arrives, and no
// game is credited with another's money.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildGames } from '#server/testing/build-accounts.ts';
import { buildStore } from '#server/testing/build-store.ts';
import { createMoneyTestApp, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { PaymentsModel, type VendorAccount } from '#server/testing/payments-model.ts';
import { createTestPlatform } from '#server/testing/test-platform.ts';
import { listPlatformProviders } from './providers/load-providers.ts';

const games = { own: 'own-account', first: 'shared-one', second: 'shared-two', portal: 'on-portal', moving: 'moving' };
const hostileGame = 'hostile';

const platform = createTestPlatform('vkontaktecom');
const { folder } = platform.loaded;
let server: MoneyTestApp;

const accounts = {
  own: { secret: 'key of one game', games: [games.own], count: 0 },
  shared: { secret: 'key of two games', games: [games.first, games.second], count: 0 },
  portal: { secret: undefined, games: [], count: 0 },
  moving: { secret: 'key of the game that moves', games: [games.moving], count: 0 },
  hostile: { secret: 'key of the developer', games: [hostileGame], count: 0 },
} satisfies Record<string, VendorAccount>;

const ownSettings = ({ secret }: VendorAccount) => ({ Secret: secret ?? '', AppId: '4711' });

beforeAll(async () => {
  server = await createMoneyTestApp([], {
    platforms: [platform.loaded],
    providers: listPlatformProviders([platform.loaded]),
    settings: { platforms: platform.settings },
  });
  await buildGames(server.database, [...Object.values(games), hostileGame]);
  for (const game of [...Object.values(games), hostileGame]) await buildStore(server.database, game);
  for (const account of [accounts.own, accounts.shared, accounts.hostile])
    for (const game of account.games)
      await server.money.deps.settings.write('platforms', folder, ownSettings(account), { game });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.money.deps.settings.remove('platforms', folder, games.moving));

interface Moves {
  ofMoving: VendorAccount;
}
type Act = (world: PaymentsModel, pick: number, moves: Moves) => Promise<void>;

const buyers = ({ ofMoving }: Moves): readonly (readonly [string, VendorAccount])[] => [
  [games.own, accounts.own],
  [games.first, accounts.shared],
  [games.second, accounts.shared],
  [games.portal, accounts.portal],
  [games.moving, ofMoving],
];
const targets = [accounts.own, accounts.shared, accounts.portal, accounts.moving];
const of = <T>(list: readonly T[], pick: number): T => {
  const chosen = list[pick % list.length];
  if (chosen === undefined) throw new Error('There is nothing to choose from.');
  return chosen;
};

const acts: Record<string, Act> = {
  buy: (world, pick, moves) => world.buy(...of(buyers(moves), pick)),
  pay: (world, pick) => world.pay(pick, true),
  'pay, told late': (world, pick) => world.pay(pick, false),
  refund: (world, pick) => world.refund(pick),
  claim: (world, pick, moves) => world.claim(...of(buyers(moves), pick)),
  plant: (world) => world.plant(),
  attack: (world, pick) => world.attack(pick, of(targets, Math.floor(pick / 5))),
  move: async (_, pick, moves) => {
    const { settings } = server.money.deps;
    if (pick % 2 === 0) await settings.write('platforms', folder, ownSettings(accounts.moving), { game: games.moving });
    else await settings.remove('platforms', folder, games.moving);
    moves.ofMoving = pick % 2 === 0 ? accounts.moving : accounts.portal;
  },
};
const act = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...Object.keys(acts)) },
  { weight: 3, arbitrary: fc.constantFrom('buy', 'plant', 'pay', 'attack', 'attack') },
);
const histories = chooseDrillSize(40, 3000);

test(
  'no honest payment is lost and no money is credited to another game, whatever a developer signs',
  { timeout: 120_000 + histories * 1000 },
  async () => {
    const steps = fc.array(fc.tuple(act, fc.nat(839)), { minLength: 4, maxLength: 24, size: 'max' });
    const property = fc.asyncProperty(steps, async (history) => {
      const moves: Moves = { ofMoving: accounts.portal };
      await server.money.deps.settings.remove('platforms', folder, games.moving);
      const world = new PaymentsModel(server, platform, accounts.hostile);
      for (const [name, pick] of history) await acts[name]?.(world, pick, moves);
      // Events signed by an account without settings can't be verified; the provider sends them again once it has
      // settings.
      const own = ownSettings(accounts.moving);
      await server.money.deps.settings.write('platforms', folder, own, { game: games.moving });
      const now = new Map(buyers({ ofMoving: accounts.moving }));
      expect(await world.findLosses((game) => now.get(game)), world.story.join('\n')).toEqual([]);
    });
    await fc.assert(property, { numRuns: histories });
  },
);
