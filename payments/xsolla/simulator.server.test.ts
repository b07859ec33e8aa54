import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { buildBasicAuth } from '#kit/call-vendor.server.ts';
import { openSimulatedPortalForEachTest, readSimulatorSettings } from '../simulator-portal.server.ts';
import { simulator } from './simulator.server.ts';

const portal = openSimulatedPortalForEachTest<{ notification_type: string; refund_details?: { code: number } }>(
  simulator,
);

const { ApiKey, MerchantId, ProjectId } = readSimulatorSettings<{
  ApiKey: string;
  MerchantId: number;
  ProjectId: number;
}>(simulator);
const headers = { authorization: buildBasicAuth(String(MerchantId), ApiKey) };
const base = `/merchant/v2/merchants/${MerchantId}`;

async function createToken(changes: object = {}, credentials: Record<string, string> = headers) {
  const payload = {
    user: { id: { value: 'acc_42' } },
    settings: { project_id: ProjectId, external_id: randomUUID(), currency: 'EUR', mode: 'sandbox' },
    purchase: { checkout: { amount: 4.99, currency: 'EUR' }, description: { value: '<b>Gems</b>' } },
    ...changes,
  };
  const response = await portal().app.inject({ method: 'POST', url: `${base}/token`, headers: credentials, payload });
  return { status: response.statusCode, ...response.json<{ token: string; extended_message?: object }>() };
}

const choose = (token: string, how: string) => portal().post('/pay', { token, how });
const waitFor = (token: string, status: string) =>
  vi.waitFor(async () => expect((await choose(token, 'wait')).body).toMatchObject({ status }));
const kinds = () => portal().received.map(({ notification_type: kind }) => kind);

it('issues no token for wrong credentials or a wrong format', async () => {
  expect(await createToken({}, {})).toMatchObject({ status: 403 });
  const settings = { project_id: ProjectId, external_id: 'x', currency: 'euro', mode: 'sandbox' };
  const refused = await createToken({ settings });
  expect(refused).toMatchObject({ status: 422 });
  expect(refused.extended_message).toHaveProperty(['property_errors', 'settings/currency']);
});

describe('Pay Station', () => {
  it.each(['/paystation2/?access_token=', '/paystation4/?token='])('at %s shows the product', async (path) => {
    const { token } = await createToken();
    const { body } = await portal().app.inject(path + token);
    expect(body).toContain('&lt;b>Gems&lt;/b>');
    expect(body).toContain('€4.99');
    expect((await portal().app.inject(`${path}another`)).statusCode).toBe(404);
  });

  it('validates the player, takes the payment, and is done once the shop accepts the webhook', async () => {
    const { token } = await createToken();
    expect(await choose(token, 'pay')).toMatchObject({ status: 200 });
    await waitFor(token, 'done');
    expect(kinds()).toEqual(['user_validation', 'payment']);
    expect(await choose(token, 'pay')).toMatchObject({ status: 400 });
  });

  it.each([400, 500])('sells nothing to a player whom the shop rejects with %i, and validates once', async (status) => {
    portal().answerWith = () => status;
    const { token } = await createToken();
    expect(await choose(token, 'pay')).toMatchObject({ body: { error: expect.stringContaining('this player') } });
    expect(kinds()).toEqual(['user_validation']);
    await waitFor(token, 'invoice');
  });

  it('reports a problem when the shop rejects the payment', async () => {
    portal().answerWith = ({ notification_type: kind }) => (kind === 'payment' ? 400 : 204);
    const { token } = await createToken();
    await choose(token, 'pay');
    await waitFor(token, 'troubled');
    expect(kinds()).toEqual(['user_validation', 'payment']);
  });

  it('allows another try after a declined card, and paying an invoice later', async () => {
    const { token } = await createToken();
    expect(await choose(token, 'decline')).toMatchObject({ body: { error: 'Your card was declined. Try again.' } });
    expect(await choose(token, 'pay later')).toMatchObject({ status: 200, body: { status: 'invoice' } });
    await portal().post('/act', { payment: token, act: 'pay' });
    await vi.waitFor(() => expect(kinds()).toContain('payment'));
  });
});

describe('the account', () => {
  it('makes chargebacks, which are refunds with another code', async () => {
    const { token } = await createToken();
    await choose(token, 'pay');
    await waitFor(token, 'done');
    await portal().post('/act', { payment: token, act: 'chargeback' });
    const expected = { notification_type: 'refund', refund_details: { code: 2 } };
    await vi.waitFor(() => expect(portal().received.at(-1)).toMatchObject(expected));
  });

  it('accepts refunds and completes them later, if configured', async () => {
    await portal().post('/act', { toggle: 'refundsLater' });
    const { token } = await createToken();
    await choose(token, 'pay');
    await waitFor(token, 'done');
    const find = async () => {
      const answer = await portal().app.inject({
        url: `${base}/reports/transactions/search.json?show_dry_run=true`,
        headers,
      });
      return answer.json<{ transaction: { id: number; status: string } }[]>();
    };
    const [found] = await find();
    const url = `${base}/reports/transactions/${found?.transaction.id}/refund`;
    const ask = () => portal().app.inject({ method: 'PUT', url, headers, payload: { description: 'x' } });
    expect((await ask()).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(422);
    expect(await find()).toMatchObject([{ transaction: { status: 'awaitingRefund' } }]);
    await portal().post('/act', { payment: token, act: 'finish refund' });
    await vi.waitFor(() => expect(kinds()).toContain('refund'));
    expect(await find()).toMatchObject([{ transaction: { status: 'refunded' } }]);
  });
});
