// Whoever follows a payment through the code, call by call, has to find the way. How it is counted:
//
// - Every function of server/, payments/ and kit/ says when it is entered, closures and callbacks included, and the stack says from
//   which file it was called. A call within a file is no step; a call from another file, or from a library, is one.
// - A step into a file that the path was in before is a return. That the caller goes on when its call has ended is none.
// - Tools are no stations: what runs statements, requests, jobs and seals (`server/db`, `http`, `jobs`, `secrets`), what ends a wait
//   (`await-in-time.ts`), what keeps calls apart (`turns/`), and the tests' own (`testing/`). They know nothing of what they carry. But a
//   closure that they are given is a step into its file when they call it.
// - A webhook's path begins at the door and ends where the order is derived from the settled fact; that of opening a payment is the
//   whole call, from its route to the reply.
import { join, relative } from 'node:path';
import { getCallSites } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { createMoneyTestApp, soldGame, soldSku } from '#server/testing/create-money-test-app.ts';
import { createTestProvider } from '#server/testing/test-provider.ts';

const door = 'server/features/orders/webhooks/mount-webhooks.ts';
const derived = 'server/features/orders/payment-events/derive-order.ts';
const isTool = (file: string): boolean =>
  /^server\/((db|http|jobs|secrets|testing|features\/orders\/turns)\/|await-in-time\.ts$)/.test(file);

const provider = createTestProvider();
const server = await createMoneyTestApp([provider]);
afterAll(() => server[Symbol.asyncDispose]());

test('opening a payment comes back to a file five times at most', async () => {
  await buy();
  const path = await follow(buy);
  expect(path.files).toContain('server/features/orders/attempts/ask-provider.ts');
  expect(path.files).toContain(derived);
  expect(path.returns, path.text).toBeLessThanOrEqual(5);
});

test('a webhook that proves a payment goes through eight files at most, and comes back eight times at most', async () => {
  await expectStraight(await buy(), (fact) => server.sendWebhook(provider, [fact]));
});

test('so does one that is only a reason to read the provider’s records', async () => {
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
  // It was settled, and the order followed.
  expect(path.files).toContain('server/features/orders/payment-events/apply-payment-event.ts');
  expect(path.files.at(-1)).toBe(derived);
  expect(path.files.length, path.text).toBeLessThanOrEqual(8);
  expect(path.returns, path.text).toBeLessThanOrEqual(8);
}

/** The attempt that was opened. */
async function buy(): Promise<string> {
  await server.client(server.token).store.createPayment({
    Game: soldGame,
    Sku: soldSku,
    WebPublishingPlatform: 'FxId',
    IdempotencyKey: crypto.randomUUID(),
  });
  return [...provider.records.keys()].at(-1) ?? '';
}

interface Step {
  readonly file: string;
  /** Undefined: a library, or what goes on later. */
  readonly from: string | undefined;
}

async function follow(run: () => Promise<unknown>) {
  const entered: Step[] = [];
  Object.assign(globalThis, { enterFile: (file: string) => entered.push({ file, from: findCaller() }) });
  try {
    await run();
  } finally {
    Object.assign(globalThis, { enterFile: undefined });
  }
  const steps = entered.filter(({ file, from }) => file !== from && !isTool(file));
  const last = steps.findLastIndex(({ file }) => file === derived);
  const path = (steps[0]?.file === door ? steps.slice(0, last + 1) : steps).map(({ file }) => file);
  const files = [...new Set(path)];
  return { files, returns: path.length - files.length, text: path.join('\n') };
}

/** The file from which the function that was just entered was called, as far as it is one that is followed. */
function findCaller(): string | undefined {
  // First this function, then the one that is told, then the one that was entered.
  return getCallSites(200)
    .slice(3)
    .map(({ scriptName }) => relative(root, scriptName.replace('file://', '')).replaceAll('\\', '/'))
    .find((file) => /^(server|payments|kit)\//.test(file));
}

const root = join(import.meta.dirname, '../../..');
