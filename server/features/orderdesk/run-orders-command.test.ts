import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { createTestProvider, type TestProvider } from '#server/testing/test-provider.ts';
import { readOrdersArguments, runOrdersCommand } from './run-orders-command.ts';

let provider: TestProvider;
let server: MoneyTestApp;

beforeAll(async () => {
  provider = createTestProvider(0);
  server = await createMoneyTestApp([provider]);
});
afterAll(() => server[Symbol.asyncDispose]());

async function run(...given: string[]): Promise<string[]> {
  const lines: string[] = [];
  const report = (line: string): void => void lines.push(line);
  await runOrdersCommand(readOrdersArguments(given), { orders: server.money.deps, report });
  return lines;
}

test('tells the story of an order, gives its money back and tells the game once more', async () => {
  const { TransactionId: orderId } = await server
    .client(server.token)
    .store.createPayment({ Game: soldGame, Sku: soldSku, WebPublishingPlatform: 'FxId' });
  const [attemptId = ''] = [...provider.books.keys()];
  await expect(run('refund', orderId)).rejects.toThrow('Nothing is left to return');
  await server.sendWebhook(provider, [provider.pay(attemptId)]);
  const { delivery_id: deliveryId } = await server.database.kysely
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(await run('replay', deliveryId)).toEqual(['It is sent once more, with the same id.']);
  expect(await run('refund', orderId, '--part', '99')).toEqual([expect.stringMatching(/^\$0\.99 go back as /)]);
  await server.jobs.runDue('refund');
  const shown = (await run('show', orderId)).join('\n');
  expect(shown).toContain('PayedWaitingForSending');
  expect(shown).toContain('charged  $1.99');
  expect(shown).toContain('refunded  $0.99');
  expect(shown).toMatch(/refund [0-9a-f-]{36}  \$0\.99  operator  done/);
  expect(shown.match(/payment opened|paid|refund requested/g)?.length).toBeGreaterThanOrEqual(3);
});

test('names what is wrong', async () => {
  expect(() => readOrdersArguments([])).toThrow('Usage: npm run orders');
  expect(() => readOrdersArguments(['show', 'x'])).toThrow('x is no id');
  expect(() => readOrdersArguments(['refund', randomUUID(), '--part', '1.5'])).toThrow('Usage');
  expect(() => readOrdersArguments(['show', randomUUID(), '--part', '1'])).toThrow('Usage');
  expect(() => readOrdersArguments(['differences', '--days', '0'])).toThrow('Usage');
  expect(() => readOrdersArguments(['differences', '--weeks', '1'])).toThrow('Usage');
  for (const action of ['show', 'refund', 'replay'])
    await expect(run(action, randomUUID())).rejects.toThrow('There is no');
});
