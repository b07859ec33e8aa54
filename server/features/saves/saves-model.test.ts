// Two devices, online and offline in any order, with lost requests and lost replies: nothing acknowledged is lost, no
// conflict is resolved silently, and both devices end up equal.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import type { ApiCallResult } from '#server/testing/call-api.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { SavesModel, type CallSaves } from '#server/testing/saves-model.ts';

let server: TestApp;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, ['gem-miner']);
});
afterAll(() => server[Symbol.asyncDispose]());

type Loss = 'nothing' | 'request' | 'reply';

const device = fc.constantFrom(0 as const, 1 as const);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('edit' as const), device, key: fc.constantFrom('x', 'y', 'z') }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('sync' as const),
      device,
      keepsOwn: fc.boolean(),
      loss: fc.constantFrom<Loss>('nothing', 'nothing', 'request', 'reply'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('both' as const), keepsOwn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('connect' as const), device, isOnline: fc.boolean() }) },
);

test('two devices of a player', { timeout: chooseDrillSize(120_000, 900_000) }, async () => {
  let questions = 0;
  let writes = 0;
  const cases = fc.asyncProperty(
    fc.array(step, { minLength: 5, maxLength: 40 }),
    fc.boolean(),
    async (steps, isTabs) => {
      const { token } = await server.sessions.begin(await buildAccount(server.database));
      let loss: Loss = 'nothing';
      const call: CallSaves = async (name, body) => {
        const lost = loss;
        if (lost === 'request') return { outcome: 'none' };
        const reply = await send(token, name, body);
        return lost === 'reply' ? { outcome: 'none' } : reply;
      };
      // Two tabs of one browser have the same name.
      const model = new SavesModel(call, isTabs ? ['Phone', 'Phone'] : ['Phone', 'Desk']);
      for (const each of steps) {
        loss = 'nothing';
        if (each.do === 'edit') model.devices[each.device].edit(each.key);
        if (each.do === 'connect') model.devices[each.device].isOnline = each.isOnline;
        if (each.do === 'both') await Promise.all(model.devices.map((one) => one.sync(each.keepsOwn)));
        if (each.do === 'sync') {
          loss = each.loss;
          await model.devices[each.device].sync(each.keepsOwn);
        }
      }
      loss = 'nothing';
      for (const one of model.devices) one.isOnline = true;
      await model.settle();
      expect(model.faults).toEqual([]);
      questions += model.questions;
      writes += model.acknowledgedWrites;
    },
  );
  await fc.assert(cases, { numRuns: chooseDrillSize(25, 1500) });
  expect(questions).toBeGreaterThan(0);
  expect(writes).toBeGreaterThan(0);
});

async function send(token: string, name: string, body: object): Promise<ApiCallResult> {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/saves/${name}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { Game: 'gem-miner', ...body },
  });
  const answer = reply.json<{ Code?: string }>();
  if (reply.statusCode === 200) return { outcome: 'done', body: answer };
  return { outcome: 'refused', status: reply.statusCode, code: answer.Code ?? '' };
}
