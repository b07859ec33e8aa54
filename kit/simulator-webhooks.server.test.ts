import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSuccessStatus, sendWebhookWithRetries } from './simulator-webhooks.server.ts';

let statuses: number[] = [];
let tries = 0;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    tries += 1;
    response.writeHead(statuses.shift() ?? 500).end('{"ok":true}');
  });
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => new Promise((resolve) => server.close(resolve)));

const webhook = { body: '{}', headers: { 'content-type': 'application/json' } };
const send = (answers: number[], isOver = isSuccessStatus) => {
  statuses = answers;
  tries = 0;
  return sendWebhookWithRetries(url, webhook, { pausesMs: [0, 0], isOver });
};

test('a webhook is sent until it is accepted', async () => {
  expect(await send([500, 204])).toEqual({ status: 204, text: '' });
  expect(tries).toBe(2);
});

test('a webhook is not resent forever', async () => {
  expect(await send([])).toMatchObject({ status: 500 });
  expect(tries).toBe(3);
});

test('a vendor may give up earlier', async () => {
  expect(await send([400, 200], ({ status }) => status === 400)).toEqual({ status: 400, text: '{"ok":true}' });
  expect(tries).toBe(1);
});

test('an unreachable portal is an attempt with status 0', async () => {
  const end = await sendWebhookWithRetries('http://127.0.0.1:1/', webhook, { pausesMs: [0], isOver: isSuccessStatus });
  expect(end).toMatchObject({ status: 0, text: expect.stringMatching(/./) });
});
