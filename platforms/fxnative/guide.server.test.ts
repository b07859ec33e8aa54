// Runs the client code of the purchases guide against a real server.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test, vi } from 'vitest';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { createTestApp } from '#server/testing/create-test-app.ts';
import { buyOnPhone, changePurchaseState, simulatedStores } from './simulator.server.ts';
import { openSimulatedStores } from './testing/open-stores.server.ts';

const guide = readFileSync(new URL('../../docs/guides/purchases.md', import.meta.url), 'utf8');

test('the client in the guide reports a purchase, and finishes it only if it was granted', async () => {
  const [, code = ''] = /```ts\n(\/\*\* Whether the purchase may be finished.*?)```/s.exec(guide) ?? [];
  const address = `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code))}`;
  const { bringPurchase } = (await import(address)) as {
    bringPurchase: (portal: string, token: string, game: string, purchase: object) => Promise<boolean>;
  };
  await using stores = await openSimulatedStores();
  stores.clock.now = new Date();
  await using server = await createTestApp({
    settings: { platforms: { fxnative: stores.settings } },
    vendorFetch: stores.host().fetch as never,
  });
  await insertDemoContent(server.database);
  const [accountId, game] = [randomUUID(), 'gem-miner'];
  const { kysely } = server.database;
  await kysely.insertInto('accounts').values({ account_id: accountId, name: 'Ada' }).execute();
  await kysely.insertInto('connected_games').values({ account_id: accountId, game, game_uid: randomUUID() }).execute();
  const { token } = await server.sessions.begin(accountId);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const portal = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  const purchase = buyOnPhone('GooglePlay', { productId: 'gems-100', state: 'pending' }, stores.place);
  const brought = { Store: 'GooglePlay', Sku: 'gems-100', Receipt: purchase.Receipt, Signature: purchase.Signature };
  expect(await bringPurchase(portal, token, game, brought)).toBe(false);
  expect(await bringPurchase(portal, 'nobody', game, brought)).toBe(false);
  changePurchaseState(purchase, 'paid', stores.place);
  expect(await bringPurchase(portal, token, game, brought)).toBe(true);
  using warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  expect(await bringPurchase(portal, token, game, { ...brought, Receipt: 'nonsense' })).toBe(false);
  expect(warned).toHaveBeenCalledWith('The purchase is not granted: Unproved');
});

test('the guide names every store and every reason', async () => {
  const { fxnative } = await import('./platform.ts');
  const { Reason } = fxnative.routes.validatePurchase.reply.properties;
  for (const name of [...Object.keys(simulatedStores), ...Reason.enum]) expect(guide).toContain(`\`${name}\``);
});
