import { afterAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { buildEventBatch } from './event-batch.ts';
import { createEventParser } from './event-parser.ts';

const logged: string[] = [];
const parser = createEventParser(pino({}, { write: (line: string) => void logged.push(line) }));
afterAll(() => parser.close());

const receivedAt = new Date();
const envelope = {
  SessionId: 'session-1',
  Platform: 24,
  BuildId: 190,
  Events: [{ EventId: 1601, CreatedAt: receivedAt.toISOString(), S1: 'größer' }],
};
const toBody = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

test('a thread turns the body into rows', async () => {
  const sender = { accountId: '7d2f6ad0-5c2b-4f0e-9d53-1f1f5a1f6f6c', game: 'gem-miner' };
  const batch = await parser.parse({ body: toBody(envelope), sender, receivedAt });
  const expected = buildEventBatch(envelope, sender, receivedAt);
  expect(batch?.accountId).toBe(sender.accountId);
  expect(Buffer.from(batch?.rows ?? []).toString()).toBe(Buffer.from(expected.rows).toString());
  const empty = { body: toBody({ ...envelope, Events: [] }), sender, receivedAt };
  expect(await parser.parse(empty)).toBeUndefined();
});

test('an invalid body is rejected with its code and fields', async () => {
  const invalid = { ...envelope, Events: [{ EventId: 'x', CreatedAt: envelope.Events[0]?.CreatedAt }] };
  await expect(parser.parse({ body: toBody(invalid), sender: undefined, receivedAt })).rejects.toMatchObject({
    code: 'InvalidRequest',
    fields: { 'Events.0.EventId': expect.any(String) },
  });
  await expect(parser.parse({ body: Buffer.from('{'), sender: undefined, receivedAt })).rejects.toMatchObject({
    code: 'MalformedBody',
  });
  await expect(parser.parse({ body: undefined, sender: undefined, receivedAt })).rejects.toMatchObject({
    code: 'InvalidRequest',
  });
});

test('if the thread fails, waiting senders are told to try again, and a new thread is started', async () => {
  const request = { body: toBody(envelope), sender: undefined, receivedAt };
  const broken = { ...request, receivedAt: undefined as never };
  const results = await Promise.allSettled([parser.parse(broken), parser.parse(request)]);
  expect(results).toMatchObject([{ reason: { code: 'Overloaded' } }, { reason: { code: 'Overloaded' } }]);
  expect(logged.join()).toContain('The thread that parses analytics events failed.');
  expect(await parser.parse(request)).toBeDefined();
});
