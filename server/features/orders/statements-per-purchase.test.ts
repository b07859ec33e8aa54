// Limits how many statements and commits one purchase needs. Each statement is a round trip and each commit a disk
// write, so more would slow every purchase, and no other test would notice.
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { PreparedBatch } from '#server/db/prepared-query.ts';
import { createMoneyTestApp, soldGame, soldSku } from '#server/testing/create-money-test-app.ts';
import { createTestProvider } from '#server/testing/test-provider.ts';

const provider = createTestProvider();
const server = await createMoneyTestApp([provider]);
afterAll(() => server[Symbol.asyncDispose]());

test('a payment needs a limited number of statements and commits', async () => {
  const first = await buy();
  expect(await server.sendWebhook(provider, [provider.pay(first)])).toBe(200);

  let attemptId = '';
  const opened = await fewest(async () => void (attemptId = await buy()));
  // Two reads, which share a round trip, and two batches, each of which is a transaction.
  expect.soft(opened).toHaveLength(4);
  expect.soft(opened.filter((text) => /for no key update|update orders/.test(text))).toHaveLength(2);
  // Two more insert its jobs, which are replaced here.
  expect.soft(opened.flatMap((text) => text.split('; '))).toHaveLength(8);

  const others = [await buy(), await buy()];
  const events = [attemptId, ...others].map((each) => provider.pay(each));
  let times = 0;
  const notify = async (): Promise<void> => {
    const event = events[times % events.length];
    times += 1;
    expect(await server.sendWebhook(provider, event ? [event] : [])).toBe(200);
  };
  const settled = await fewest(notify);
  expect.soft(settled.length).toBeLessThanOrEqual(10);
  expect.soft(commitsOf(settled)).toBe(1);
  // A commit with a notification would wait for every other.
  expect.soft(settled.at(-1)).toContain('pg_notify');

  const again = await fewest(notify);
  expect.soft(again.length).toBeLessThanOrEqual(1);
});

/** The best of three: background work of the server doesn't count. */
async function fewest(run: () => Promise<unknown>): Promise<string[]> {
  const times = [await statementsOf(run), await statementsOf(run), await statementsOf(run)];
  return times.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

const commitsOf = (texts: readonly string[]): number => texts.filter((text) => text === 'commit').length;

async function buy(): Promise<string> {
  await server.client(server.token).store.createPayment({
    Game: soldGame,
    Sku: soldSku,
    WebPublishingPlatform: 'FxId',
    IdempotencyKey: crypto.randomUUID(),
  });
  return [...provider.records.keys()].at(-1) ?? '';
}

/** The statements sent during the run, except keep-alives of the signal connection. */
async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await run();
    return (spy.mock.calls as unknown[][])
      .map(([first]) => (first instanceof PreparedBatch ? first.statements.map(({ text }) => text).join('; ') : first))
      .map((given) => (typeof given === 'string' ? given : (given as { text: string }).text))
      .filter((text) => text !== 'select 1');
  } finally {
    spy.mockRestore();
  }
}
