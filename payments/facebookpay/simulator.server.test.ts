import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { openSimulatedPortalForEachTest, readSimulatorSettings } from '../simulator-portal.server.ts';
import { simulator } from './simulator.server.ts';
import { parseSignedPayment } from './verify.server.ts';

interface Notice {
  readonly entry: readonly { readonly id: string; readonly changed_fields: readonly string[] }[];
}

const { AppId, AppSecrets } = readSimulatorSettings<{ AppId: string; AppSecrets: string[] }>(simulator);
const [secret = ''] = AppSecrets;
const product = 'https://portal.example/products/1';
const page = `<head><meta property="og:type" content="og:product"><meta property="og:title" content="&lt;b&gt;Gems &amp; more">
<meta property="og:url" content="${product}"><meta property="product:price:amount" content="4.99">
<meta property="product:price:currency" content="USD"></head>`;
const portal = openSimulatedPortalForEachTest<Notice>(simulator, {
  readPage: async (url) => (url === product ? page : ''),
});

const openDialog = (changes: Readonly<Record<string, string>> = {}) =>
  portal().app.inject({
    url: '/dialog/pay',
    query: { app_id: AppId, product, request_id: 'abc1', quantity: '1', origin: 'http://localhost:8080', ...changes },
  });
const tokenOf = (html: string): string => /"token":"(\d+)"/.exec(html)?.[1] ?? '';

describe('the dialog', () => {
  it("reads the product's page, and shows the price", async () => {
    const { body, statusCode } = await openDialog();
    expect(statusCode).toBe(200);
    expect(body).toContain('$4.99');
    expect(body).toContain('&lt;b>Gems &amp; more');
  });

  it.each([
    ['another app', { app_id: '7' }],
    ['a page that is not a product', { product: 'https://portal.example/' }],
    ['a request id with a dash', { request_id: 'a-b' }],
    ['quantity two', { quantity: '2' }],
    ['an invalid origin', { origin: '*' }],
  ])('is not opened for %s', async (_, changes) => {
    expect((await openDialog(changes)).statusCode).toBe(400);
  });

  it('returns a signed request with an id beyond the safe integers, and sends a webhook', async () => {
    const token = tokenOf((await openDialog()).body);
    const { body } = await portal().post('/pay', { token, how: 'pay' });
    const { dialog } = body as { dialog: { signed_request: string; status: string; payment_id: string } };
    expect(dialog).toMatchObject({
      payment_id: token,
      amount: '4.99',
      currency: 'USD',
      quantity: '1',
      status: 'completed',
    });
    expect(parseSignedPayment(dialog.signed_request, [secret])).toEqual({
      outcome: 'read',
      paymentId: token,
      requestId: 'abc1',
    });
    expect(Number.isSafeInteger(Number(token))).toBe(false);
    await vi.waitFor(() =>
      expect(portal().received).toMatchObject([{ entry: [{ id: token, changed_fields: ['actions'] }] }]),
    );
    expect((await portal().post('/pay', { token, how: 'pay' })).status).toBe(400);
    expect((await openDialog()).statusCode).toBe(400);
  });

  it('returns a code if the card is declined, and allows another try', async () => {
    const token = tokenOf((await openDialog()).body);
    expect((await portal().post('/pay', { token, how: 'decline' })).body).toMatchObject({
      dialog: { error_code: 1383003 },
    });
    expect((await portal().post('/pay', { token, how: 'pay later' })).body).toMatchObject({
      dialog: { status: 'initiated' },
    });
  });
});

describe('Graph', () => {
  const access_token = `${AppId}|${secret}`;
  const proof = createHmac('sha256', secret).update(access_token).digest('hex');
  const read = (id: string, changes: Readonly<Record<string, string>> = {}) =>
    portal().app.inject({
      url: `/v3.0/${id}`,
      query: { fields: 'actions', access_token, appsecret_proof: proof, ...changes },
    });

  it('returns the requested fields, only to the app', async () => {
    const token = tokenOf((await openDialog()).body);
    expect((await read(token)).json()).toEqual({ id: token, actions: [] });
    expect((await read(token, { access_token: `${AppId}|other` })).json()).toMatchObject({ error: { code: 190 } });
    expect((await read(token, { appsecret_proof: '' })).json()).toMatchObject({ error: { code: 100 } });
    expect((await read('7')).json()).toMatchObject({ error: { code: 100, type: 'GraphMethodException' } });
  });

  it('converts a payment in another currency, and reverses a chargeback', async () => {
    const token = tokenOf((await openDialog()).body);
    await portal().post('/pay', { token, how: 'pay abroad' });
    for (const act of ['lose dispute', 'reverse chargeback', 'dispute'])
      await portal().post('/act', { payment: token, act });
    const { actions, disputes } = (await read(token, { fields: 'actions,disputes' })).json<{
      actions: { type: string; currency: string; amount: string }[];
      disputes: { status: string }[];
    }>();
    expect(actions.map(({ type }) => type)).toEqual(['charge', 'chargeback', 'chargeback_reversal']);
    for (const { currency, amount } of actions)
      expect({ currency, amount }).toEqual({ currency: 'SEK', amount: '51.76' });
    expect(disputes).toMatchObject([{ status: 'pending' }]);
    const answered = { reason: 'DENIED_REFUND', access_token, appsecret_proof: proof };
    expect((await portal().post(`/v3.0/${token}/dispute`, answered)).body).toEqual({ success: true });
    expect((await read(token, { fields: 'disputes' })).json()).toMatchObject({ disputes: [{ status: 'resolved' }] });
  });
});
