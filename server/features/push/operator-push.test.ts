import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPushService, type SimulatedPushService } from '#lab/push/push-service.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
let operator: ReturnType<TestApp['client']>;
let service: SimulatedPushService;
let laterMs = 0;
const now = (): Date => new Date(Date.now() + laterMs);

beforeAll(async () => {
  service = createPushService('https://t.push.example', now);
  server = await createTestApp({
    now,
    env: { PUSH_SERVICES: '.push.example' },
    vendorFetch: async (address, { headers = {}, body = '' } = {}) => {
      const answer = await service.receive(new URL(address).pathname, headers, Buffer.from(body));
      return { status: answer.status, headers: answer.headers ?? {}, body: Buffer.from(answer.why ?? '') };
    },
  });
  await buildGames(server.database, ['gem-miner']);
  const key = await createOperatorKeys(server.database).create('ann', ['push']);
  operator = server.client(key);
  for (const marketing of [true, false]) {
    const accountId = await buildAccount(server.database, { games: [{ game: 'gem-miner', uid: String(marketing) }] });
    await server.database.kysely
      .updateTable('accounts')
      .set({ marketing_enabled: marketing, quiet_from: 0, quiet_until: 0 })
      .where('account_id', '=', accountId)
      .execute();
    const { token } = await server.sessions.begin(accountId, { begunBy: 'Email' });
    const subscription = service.subscribe(await server.push.keys.newest());
    await server.client(token).push.save({
      Platform: 'web',
      Token: JSON.stringify(subscription),
      ...(marketing && { Game: 'gem-miner' }),
    });
  }
});
afterAll(() => server[Symbol.asyncDispose]());

const message = { Title: { en: 'News', de: 'Neues' }, Body: { en: 'Read it.' }, Marketing: false };
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

test('the audience counts players who want the message', async () => {
  const { operatorPush } = operator;
  expect(await operatorPush.audience({ Marketing: false })).toMatchObject({ Players: 2, IsMore: false });
  expect(await operatorPush.audience({ Marketing: true })).toMatchObject({ Players: 1 });
  const ofGame = await operatorPush.audience({ Game: 'gem-miner', Marketing: false });
  expect(ofGame).toMatchObject({ Players: 1 });
  expect(ofGame.PerGameAndDay).toBeLessThanOrEqual(ofGame.PerDay);
  await expect(operatorPush.audience({ Game: 'nothing', Marketing: false })).rejects.toMatchObject({
    code: 'UnknownGame',
  });
});

test('a scheduled message is sent at its time, and its results are shown', async () => {
  const { operatorPush } = operator;
  const sent = await operatorPush.send({ ...message, SendAt: inAnHour() });
  expect(sent).toMatchObject({ State: 'Scheduled', Author: 'ann', Recipients: 0 });
  await server.jobs.runDue();
  expect(await operatorPush.message({ MessageId: sent.MessageId })).toMatchObject({
    Message: { State: 'Scheduled', Recipients: 0 },
  });
  laterMs = 3_700_000;
  await server.jobs.runDue();
  laterMs = 0;
  expect(await operatorPush.message({ MessageId: sent.MessageId })).toMatchObject({
    Message: { State: 'Sent', Recipients: 2 },
    Results: { Sent: 2, Waiting: 0, Unwanted: 0, Expired: 0, NoBrowser: 0 },
  });
});

test('a cancelled message is not sent, and cancelling is recorded', async () => {
  const { operatorPush } = operator;
  const { MessageId } = await operatorPush.send({ ...message, SendAt: inAnHour() });
  await operatorPush.cancel({ MessageId, Reason: 'Wrong text' });
  laterMs = 3_700_000;
  await server.jobs.runDue();
  laterMs = 0;
  const { Messages } = await operatorPush.list({});
  expect(Messages[0]).toMatchObject({ MessageId, State: 'Cancelled', Recipients: 0 });
  await expect(operatorPush.cancel({ MessageId })).rejects.toMatchObject({ code: 'Conflict' });
  const entries = await server.database.kysely
    .selectFrom('audit_log')
    .select(['action', 'reason'])
    .where('object_id', '=', MessageId)
    .orderBy('entry_id')
    .execute();
  expect(entries).toEqual([
    { action: 'operatorPush.send', reason: null },
    { action: 'operatorPush.cancel', reason: 'Wrong text' },
  ]);
});

test('messages are listed latest first, by page, and a time in the past is refused', async () => {
  const { operatorPush } = operator;
  const first = await operatorPush.send(message);
  const second = await operatorPush.send(message);
  const { Messages } = await operatorPush.list({ Limit: 1 });
  expect(Messages.map(({ MessageId }) => MessageId)).toEqual([second.MessageId]);
  const older = await operatorPush.list({ Limit: 1, BeforeMessageId: second.MessageId });
  expect(older.Messages.map(({ MessageId }) => MessageId)).toEqual([first.MessageId]);
  const late = operatorPush.send({ ...message, SendAt: '2020-01-01T00:00:00Z' });
  await expect(late).rejects.toMatchObject({ code: 'InvalidRequest' });
});
