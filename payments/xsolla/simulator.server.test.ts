// What the simulated Xsolla does beside what the family suite asks of it: Pay Station, players, and what is done in its account.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { simulator } from './simulator.server.ts';

let app: FastifyInstance;
let portal: Server;
let heard: { notification_type: string; refund_details?: { code: number } }[];
let answerWith: (kind: string) => number;

beforeEach(async () => {
  heard = [];
  answerWith = () => 204;
  portal = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const notice = JSON.parse(Buffer.concat(chunks).toString('utf8')) as (typeof heard)[0];
      heard.push(notice);
      response.writeHead(answerWith(notice.notification_type)).end();
    });
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const { port } = portal.address() as AddressInfo;
  app = fastify();
  // An address of its own for every test: the books are kept by it.
  const at = `http://localhost/${randomUUID()}`;
  await simulator.mount(app, { at, hookUrl: `http://127.0.0.1:${port}/hooks`, now: () => new Date() });
});
afterEach(async () => {
  await app.close();
  portal.closeAllConnections();
  await new Promise((resolve) => portal.close(resolve));
});

const { ApiKey, MerchantId, ProjectId } = simulator.settings({ at: '', hookUrl: '', now: () => new Date() }) as {
  ApiKey: string;
  MerchantId: number;
  ProjectId: number;
};
const authorization = `Basic ${Buffer.from(`${MerchantId}:${ApiKey}`).toString('base64')}`;

async function createToken(change: object = {}, headers: object = { authorization }) {
  const payload = {
    user: { id: { value: 'acc_42' } },
    settings: { project_id: ProjectId, external_id: randomUUID(), currency: 'EUR', mode: 'sandbox' },
    purchase: { checkout: { amount: 4.99, currency: 'EUR' }, description: { value: '<b>Gems</b>' } },
    ...change,
  };
  const url = `/merchant/v2/merchants/${MerchantId}/token`;
  const response = await app.inject({ method: 'POST', url, headers: { ...headers }, payload });
  return { status: response.statusCode, body: response.json<{ token: string; extended_message?: object }>() };
}

async function post(url: string, fields: Readonly<Record<string, string>>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() });
  return { status: response.statusCode, body: response.body === '' ? {} : response.json<Record<string, unknown>>() };
}
const choose = (token: string, how: string) => post('/pay', { token, how });
const statusOf = async (token: string) =>
  (await app.inject(`/status?token=${token}`)).json<{ status: string }>().status;
const kinds = () => heard.map(({ notification_type: kind }) => kind);

describe('the API', () => {
  it('gives no token to a stranger, nor for a wrong format', async () => {
    expect(await createToken({}, {})).toMatchObject({ status: 403 });
    const settings = { project_id: ProjectId, external_id: 'x', currency: 'euro', mode: 'sandbox' };
    const refused = await createToken({ settings });
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.body.extended_message).toHaveProperty(['property_errors', 'settings/currency']);
  });
});

describe('Pay Station', () => {
  it.each(['/paystation2/?access_token=', '/paystation4/?token='])('at %s says what it is', async (path) => {
    const { token } = (await createToken()).body;
    const { body, headers } = await app.inject(path + token);
    expect(body).toContain('A simulation of Xsolla');
    expect(body).toContain('&lt;b>Gems&lt;/b>');
    expect(body).toContain('€4.99');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect((await app.inject(`${path}another`)).statusCode).toBe(404);
  });

  it('asks for the player, takes the money, and is done when the shop has been told', async () => {
    const { token } = (await createToken()).body;
    expect(await choose(token, 'pay')).toMatchObject({ status: 200 });
    await vi.waitFor(async () => expect(await statusOf(token)).toBe('done'));
    expect(kinds()).toEqual(['user_validation', 'payment']);
    expect(await choose(token, 'pay')).toMatchObject({ status: 400 });
  });

  it.each([400, 500])('sells nothing to a player about whom the shop says %i, and asks once', async (status) => {
    answerWith = () => status;
    const { token } = (await createToken()).body;
    expect(await choose(token, 'pay')).toMatchObject({ status: 402 });
    expect(kinds()).toEqual(['user_validation']);
    expect(await statusOf(token)).toBe('invoice');
  });

  it('is troubled when the shop refuses the money', async () => {
    answerWith = (kind) => (kind === 'payment' ? 400 : 204);
    const { token } = (await createToken()).body;
    await choose(token, 'pay');
    await vi.waitFor(async () => expect(await statusOf(token)).toBe('troubled'));
    expect(kinds()).toEqual(['user_validation', 'payment']);
  });

  it('lets one try again after a refused card, and pay an invoice later', async () => {
    const { token } = (await createToken()).body;
    expect(await choose(token, 'decline')).toMatchObject({ status: 402 });
    expect(await choose(token, 'pay later')).toMatchObject({ status: 200, body: { status: 'invoice' } });
    await post('/account/act', { token, act: 'pay' });
    await vi.waitFor(() => expect(kinds()).toContain('payment'));
  });
});

describe('the account', () => {
  it('lists payments and does what comes later', async () => {
    const { token } = (await createToken()).body;
    await choose(token, 'pay');
    await vi.waitFor(async () => expect(await statusOf(token)).toBe('done'));
    const { body } = await app.inject('/');
    expect(body).toContain('A simulation of Xsolla');
    expect(body).toContain('Chargeback');
    await post('/account/act', { token, act: 'chargeback' });
    await vi.waitFor(() =>
      expect(heard.at(-1)).toMatchObject({ notification_type: 'refund', refund_details: { code: 2 } }),
    );
    expect((await app.inject('/')).body).not.toContain('value="chargeback"');
  });

  it('takes refunds on and sends them later, if it is told to', async () => {
    await post('/account/act', { refundsLater: 'yes' });
    const { token } = (await createToken()).body;
    await choose(token, 'pay');
    await vi.waitFor(async () => expect(await statusOf(token)).toBe('done'));
    const search = `/merchant/v2/merchants/${MerchantId}/reports/transactions/search.json?show_dry_run=true`;
    const find = async () =>
      (await app.inject({ url: search, headers: { authorization } })).json<
        { transaction: { id: number; status: string } }[]
      >();
    const [found] = await find();
    const url = `/merchant/v2/merchants/${MerchantId}/reports/transactions/${found?.transaction.id}/refund`;
    const ask = () => app.inject({ method: 'PUT', url, headers: { authorization }, payload: { description: 'x' } });
    expect((await ask()).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(422);
    expect(await find()).toMatchObject([{ transaction: { status: 'awaitingRefund' } }]);
    await post('/account/act', { token, act: 'finish refund' });
    await vi.waitFor(() => expect(kinds()).toContain('refund'));
    expect(await find()).toMatchObject([{ transaction: { status: 'refunded' } }]);
  });

  it('sends a notice again', async () => {
    const { token } = (await createToken()).body;
    await choose(token, 'pay');
    await vi.waitFor(async () => expect(await statusOf(token)).toBe('done'));
    const [, again = ''] = /name="again" value="(\d+)"/.exec((await app.inject('/')).body) ?? [];
    await post('/account/act', { again });
    await vi.waitFor(() => expect(kinds().filter((kind) => kind === 'payment')).toHaveLength(2));
    expect(heard.at(-1)).toEqual(heard.at(-2));
  });
});
