// Whoever follows a payment through the code, call by call, has to find the way. A path is the files that it enters, one after the
// other; it comes back when it enters one that it had left. The provider's own half, the settings, the database and what keeps
// calls apart (`turns/`) are beside the path.
import { afterAll, expect, test } from 'vitest';
import { createMoneyTestApp, soldGame, soldSku } from '#server/testing/create-money-test-app.ts';
import { testProvider } from '#server/testing/test-provider.ts';

const provider = testProvider();
const server = await createMoneyTestApp([provider]);
afterAll(() => server[Symbol.asyncDispose]());

test('opening a payment comes back to a file five times at most', async () => {
  await buy();
  const path = await follow(buy);
  expect(path.files).toContain('attempts/open-attempt.ts');
  expect(path.files).toContain('facts/derive-order.ts');
  expect(path.back, path.text).toBeLessThanOrEqual(5);
});

test('a webhook that proves a payment goes through eight files at most, and comes back eight times at most', async () => {
  await expectStraight(await buy(), (fact) => server.sendWebhook(provider, [fact]));
});

test('so does one that is only a reason to read the provider’s books', async () => {
  await expectStraight(await buy(), async ({ attemptId }) => {
    const { headers } = provider.webhook([]);
    const url = `/api/v1/hooks/${provider.loaded.folder}`;
    const payload = JSON.stringify({ look: attemptId });
    return (await server.app.inject({ method: 'POST', url, payload, headers })).statusCode;
  });
});

async function expectStraight(
  attemptId: string,
  send: (fact: ReturnType<typeof provider.pay>) => Promise<number>,
): Promise<void> {
  const fact = provider.pay(attemptId);
  const path = await follow(async () => expect(await send(fact)).toBe(200));
  // It was settled, and this is where.
  expect(path.files.at(-1)).toBe('facts/follow-order.ts');
  expect(path.files).toContain('facts/settle-fact.ts');
  expect(new Set(path.files).size, path.text).toBeLessThanOrEqual(8);
  expect(path.back, path.text).toBeLessThanOrEqual(8);
}

/** The attempt that was opened. */
async function buy(): Promise<string> {
  await server.client(server.token).store.createPayment({
    Game: soldGame,
    Sku: soldSku,
    WebPublishingPlatform: 'FxId',
    IdempotencyKey: crypto.randomUUID(),
  });
  return [...provider.books.keys()].at(-1) ?? '';
}

async function follow(run: () => Promise<unknown>) {
  const entered: string[] = [];
  Object.assign(globalThis, { enteredFiles: entered });
  try {
    await run();
  } finally {
    Object.assign(globalThis, { enteredFiles: undefined });
  }
  const own = entered
    .map((path) => path.replace('server/features/orders/', ''))
    .filter((path) => !path.startsWith('turns/'));
  const settledAt = own.lastIndexOf('facts/follow-order.ts');
  // The answer's way back to its caller is no part of a webhook's way to the settled fact.
  const isWebhook = own[0]?.startsWith('webhooks/') === true;
  const files = (isWebhook ? own.slice(0, settledAt + 1) : own).filter((path, at, all) => path !== all[at - 1]);
  const back = files.filter((path, at) => files.indexOf(path) < at).length;
  return { files, back, text: files.join('\n') };
}
