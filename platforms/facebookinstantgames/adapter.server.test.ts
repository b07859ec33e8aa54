import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signFacebookRequest } from '#kit/simulator-facebook.server.ts';
import { createTestTools } from '../kit/testing/tools.server.ts';
import { createTestVendorHost } from '../kit/testing/vendor-host.server.ts';
import { adapter } from './adapter.server.ts';
import { verify } from './verify.server.ts';

const secret = '0123456789abcdef0123456789abcdef';
const signed = {
  player:
    'WysBgGAcvruygQ2wBnSUOOoBc5a0auxrXmMsoK_xVio.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImlzc3VlZF9hdCI6MTcwMDAwMDAwMCwicGxheWVyX2lkIjoiMjMwMDAwMDAwMDAwMDAwMSIsInJlcXVlc3RfcGF5bG9hZCI6ImxvZ2luOm5vbmNlNDIifQ',
  asid: 'YkydGF2wANqrQ7eQD8fW-muGf-8mK2K7fQ0elvnCXXo.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImlzc3VlZF9hdCI6MTcwMDAwMDAwMCwiYXNpZCI6IjEwMTUwMDAwMDAwMDAwMDAxIn0',
  purchase:
    'bmaeaHidtv_GO4F8GYh19tiHIla9-ySV6_duWm4swbU.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImFwcF9pZCI6IjEwMDAwMDAwMDAwMDAwMSIsImlzX2NvbnN1bWVkIjpmYWxzZSwiaXNzdWVkX2F0IjoxNzAwMDAwMTAwLjUsInBheW1lbnRfYWN0aW9uX3R5cGUiOiJjaGFyZ2UiLCJwYXltZW50X2lkIjoiNzAwMDAwMDAwMDAwMDAyIiwicHJvZHVjdF9pZCI6ImdlbXNfMTAwIiwicHVyY2hhc2VfcHJpY2UiOnsiYW1vdW50IjoiNC45OSIsImN1cnJlbmN5IjoiVVNEIn0sInB1cmNoYXNlX3RpbWUiOjE3MDAwMDAwOTksInB1cmNoYXNlX3Rva2VuIjoiMTIzNDU2Nzg5MDk4NzY1NCIsImRldmVsb3Blcl9wYXlsb2FkIjoib3JkN2YzYTljMjEifQ',
};
const settings = { AppId: '100000000000001', AppSecrets: ['another0secret', secret] };
const at = (seconds: number) => createTestVendorHost(settings, { now: new Date(seconds * 1000) });
const asid = '10150000000000001';

describe('a player', () => {
  it('has the id that Facebook’s other apps share', async () => {
    expect(await verify({ ApplicationScopedId: asid, Signature: signed.asid }, at(1_700_000_300))).toEqual({
      outcome: 'proved',
      proof: { identity: { type: 'Facebook', externalId: asid } },
      guest: false,
    });
  });

  it('without such an id has one of this game, which never equals an app-scoped id', async () => {
    expect(await verify({ Signature: signed.player }, at(1_700_000_000))).toMatchObject({
      outcome: 'proved',
      proof: { identity: { type: 'Facebook', externalId: 'player:2300000000000001' } },
    });
  });

  it.each([
    ['of this game', { Signature: signed.player }],
    ['with an app-scoped id', { ApplicationScopedId: asid, Signature: signed.asid }],
  ])('%s is proved once by one signature, which is stored until it expires', async (_, login) => {
    const spent = new Set<string>();
    const consumeOnce = async (proof: string, until: Date) => {
      expect(until).toEqual(new Date(1_700_000_301_000));
      return !spent.has(proof) && spent.add(proof).size > 0;
    };
    const host = { ...at(1_700_000_000), consumeOnce };
    expect(await verify(login, host)).toMatchObject({ outcome: 'proved' });
    expect(await verify(login, host)).toEqual({ outcome: 'refused', reason: 'The signature was used before.' });
  });

  const player = (more: object = {}) =>
    signFacebookRequest({ issued_at: 1_700_000_000, player_id: '2300000000000001', ...more }, secret);

  it('with both ids is identified by that of this game, and by the other if an account has it', async () => {
    const login = { ApplicationScopedId: asid, Signature: signed.asid, PlayerSignature: player() };
    expect(await verify(login, at(1_700_000_300))).toEqual({
      outcome: 'proved',
      proof: { identity: { type: 'Facebook', externalId: 'player:2300000000000001' } },
      earlierIdentity: { type: 'Facebook', externalId: asid },
      guest: false,
    });
  });

  it.each([
    ['of another secret', signFacebookRequest({ issued_at: 1_700_000_000, player_id: '1' }, 'another0app0')],
    ['that is too old', player({ issued_at: 1_699_990_000 })],
    ['of the other kind', signed.asid],
    ['of a purchase', signed.purchase],
  ])('with both ids is refused if the second signature is one %s', async (_, PlayerSignature) => {
    const login = { ApplicationScopedId: asid, Signature: signed.asid, PlayerSignature };
    expect(await verify(login, at(1_700_000_100))).toMatchObject({ outcome: 'refused' });
  });

  it('is refused with two signatures of this game’s id', async () => {
    const login = { Signature: signed.player, PlayerSignature: player() };
    expect(await verify(login, at(1_700_000_100))).toMatchObject({ outcome: 'refused' });
  });

  it('does not consume a signature that is refused', async () => {
    const host = { ...at(1_700_000_000), consumeOnce: () => expect.unreachable() };
    for (const login of [{ ApplicationScopedId: '1', Signature: signed.asid }, { Signature: signed.asid }])
      expect(await verify(login, host)).toMatchObject({ outcome: 'refused' });
  });

  it.each([
    ['another id than was signed', { ApplicationScopedId: '1', Signature: signed.asid }],
    ['the id left out', { Signature: signed.asid }],
    ['an id for the signature of another kind', { ApplicationScopedId: '2300000000000001', Signature: signed.player }],
    ['a purchase', { Signature: signed.purchase }],
    ['neither id', { Signature: signFacebookRequest({ issued_at: 1_700_000_000 }, secret) }],
  ])('is refused with %s', async (_, login) => {
    expect(await verify(login, at(1_700_000_100))).toMatchObject({ outcome: 'refused' });
  });
});

describe('a purchase', () => {
  const orderId = '7f3a0000-0000-4000-8000-000000000001';
  const purchase = {
    app_id: settings.AppId,
    is_consumed: false,
    issued_at: 1_700_000_100.5,
    payment_action_type: 'charge',
    payment_id: '700000000000002',
    product_id: 'gems_100',
    purchase_price: { amount: '4.99', currency: 'USD' },
    purchase_token: '1234567890987654',
  };
  const sign = (more: object = {}) => signFacebookRequest({ ...purchase, ...more }, secret);
  async function bring(FbInstantPurchaseSignedData: string, more: object = {}) {
    const tools = createTestTools(({ sku }) => sku !== 'foreign');
    const bringOnce = () =>
      adapter.calls.purchase(
        { Game: 'gem-miner', FbInstantPurchaseSignedData },
        createTestVendorHost({ ...settings, ...more }),
        tools,
      );
    return { end: await bringOnce(), claimed: tools.claimed, tools };
  }

  it('matches the documented example, by its payment; a payload that is not an order of ours is ignored', async () => {
    const { end, claimed } = await bring(signed.purchase);
    expect(end).toEqual({ Success: true });
    const names = { transactionId: '700000000000002', providerPaymentId: '1234567890987654' };
    const proved = { sku: 'gems_100', amountMinor: 499, currency: 'USD', isTest: false, paysWaitingOrder: true };
    expect(claimed).toEqual([{ ...names, ...proved }]);
  });

  it.each([
    ['names its order', { developer_payload: orderId }, { orderId, amountMinor: 499 }],
    [
      'has an id that is larger than a number',
      { payment_id: '9007199254740993123' },
      { transactionId: '9007199254740993123' },
    ],
    ['has no payload', { developer_payload: null }, { amountMinor: 499 }],
  ])('that %s is claimed accordingly', async (_, more, expected) => {
    const { end, claimed } = await bring(sign(more), { IsTest: true });
    expect(end).toEqual({ Success: true });
    expect(claimed).toMatchObject([{ ...expected, isTest: true }]);
  });

  it('pays the order that the browser names, which the core checks', async () => {
    const tools = createTestTools();
    const brought = { Game: 'gem-miner', FbInstantPurchaseSignedData: sign(), PublicOrderId: orderId };
    expect(await adapter.calls.purchase(brought, createTestVendorHost(settings), tools)).toEqual({ Success: true });
    expect(tools.claimed).toMatchObject([{ orderId, providerPaymentId: '1234567890987654' }]);
  });

  it("in the iOS app has Apple's price", async () => {
    const price = { purchase_price: { amount: '5.99', currency: 'USD' } };
    const { claimed } = await bring(sign({ ...price, purchase_platform: 'APPLE' }));
    expect(claimed).toMatchObject([{ amountMinor: 599, isPlatformPriced: true }]);
    expect((await bring(sign({ ...price, purchase_platform: 'FB' }))).claimed[0]).not.toHaveProperty(
      'isPlatformPriced',
    );
  });

  it.each([
    ['was converted by Facebook', { purchase_price: { amount: '119', currency: 'UAH' } }],
    ['has no price', { purchase_price: undefined }],
  ])('that %s is claimed without an amount: the product’s own price counts', async (_, more) => {
    const { end, claimed } = await bring(sign(more));
    expect(end).toEqual({ Success: true });
    expect(claimed[0]).not.toHaveProperty('amountMinor');
  });

  it.each([
    ['was refunded', { payment_action_type: 'refund' }],
    ['has an invalid price', { purchase_price: { amount: 'much', currency: 'USD' } }],
    ['was consumed long ago', { is_consumed: true }],
  ])('that %s grants nothing, and is not claimed', async (_, more) => {
    const { end, claimed } = await bring(sign(more));
    expect([end, claimed]).toEqual([{ Success: false }, []]);
  });

  it('that is not sold here grants nothing', async () => {
    expect((await bring(sign({ product_id: 'foreign' }))).end).toEqual({ Success: false });
  });

  it('that was granted and then consumed is still granted', async () => {
    const { tools } = await bring(sign({ developer_payload: orderId }));
    const again = {
      Game: 'gem-miner',
      FbInstantPurchaseSignedData: sign({ is_consumed: true, developer_payload: orderId }),
    };
    expect(await adapter.calls.purchase(again, createTestVendorHost(settings), tools)).toEqual({ Success: true });
  });

  it.each([
    ['another app', sign({ app_id: '1' }), 'ProofRefused'],
    ['another secret', signFacebookRequest(purchase, 'nobodys0secret'), 'ProofRefused'],
    ['nonsense', 'nonsense', 'ProofRefused'],
    ['a player', signed.asid, 'InvalidRequest'],
  ])('is refused: %s', async (_, given, code) => {
    await expect(bring(given)).rejects.toMatchObject({ code });
  });
});

describe('a webhook', () => {
  const hook = { ...settings, WebhookVerifyToken: 'a-verify-token' };
  const value = {
    app_id: settings.AppId,
    payment_id: '700000000000002',
    purchase_token: '1234567890987654',
    product_id: 'gems_100',
    payment_action_type: 'charge',
    purchase_price: { amount: '4.99', currency: 'USD' },
    player_id: '2300000000000001',
  };
  const parse = async (content: object | string, more: { secret?: string; headers?: object; given?: object } = {}) => {
    const body = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
    const signature = createHmac('sha256', more.secret ?? secret)
      .update(body)
      .digest('hex');
    const headers = more.headers ?? { 'x-hub-signature-256': `sha256=${signature}` };
    const host = createTestVendorHost({ ...hook, ...more.given });
    const webhook = { body, headers: headers as Record<string, string>, remoteAddress: '127.0.0.1' };
    return adapter.payments?.parseWebhook(webhook, host);
  };
  const wrap = (...values: object[]) => ({
    object: 'application',
    entry: [{ id: '1', time: 1, changes: values.map((each) => ({ field: 'instant_games_iap', value: each })) }],
  });
  const names = { transactionId: '700000000000002', providerPaymentId: '1234567890987654' };
  const refund = {
    kind: 'refunded',
    dedupKey: 'refund 700000000000002',
    chargeId: '700000000000002',
    ...names,
    isTest: false,
  };

  it.each([
    ['in Meta’s envelope', wrap(value)],
    ['without one', value],
    ['as a signed purchase', wrap({ signed_request: signFacebookRequest(value, secret) })],
    ['with ids as numbers', wrap({ ...value, payment_id: 700_000_000_000_002, purchase_token: 1_234_567_890_987_654 })],
  ])('proves a purchase %s, with its buyer', async (_, content) => {
    expect(await parse(content)).toEqual({
      outcome: 'purchase',
      purchase: {
        ...names,
        sku: 'gems_100',
        amountMinor: 499,
        currency: 'USD',
        isTest: false,
        paysWaitingOrder: true,
        payerId: 'player:2300000000000001',
      },
    });
  });

  it('reports a full refund by either id of the purchase', async () => {
    const back = { ...value, payment_action_type: 'refund' };
    expect(await parse(wrap(back))).toEqual({ outcome: 'events', events: [refund] });
    const { payment_id: _, ...byToken } = back;
    expect(await parse(wrap(byToken))).toMatchObject({
      events: [{ transactionId: '1234567890987654', providerPaymentId: '1234567890987654' }],
    });
    const { purchase_token: __, ...byPayment } = back;
    expect(await parse(wrap(byPayment))).toMatchObject({ events: [{ chargeId: '700000000000002' }] });
  });

  it.each([
    ['unsigned', wrap(value), { headers: {} }],
    ['signed with another secret', wrap(value), { secret: 'nobodys0secret' }],
    ['changed', wrap(value), { headers: { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` } }],
  ])('that is %s is refused', async (_, content, more) => {
    expect(await parse(content, more)).toMatchObject({ outcome: 'refused' });
  });

  it.each([
    ['another app', wrap({ ...value, app_id: '1' })],
    ['no purchase', wrap({ hello: 'world' })],
    ['a signed purchase of another app’s secret', wrap({ signed_request: signFacebookRequest(value, 'another0app0') })],
    ['nothing', wrap()],
    ['no object', '7'],
    ['no JSON', '{'],
  ])('that is signed but about %s changes nothing, and is not resent', async (_, content) => {
    expect(await parse(content)).toEqual({ outcome: 'ignored' });
    expect(adapter.payments?.buildWebhookReply('done')).toEqual({ status: 200 });
  });

  const subscribe = async (query: string, given: object = hook) => {
    const webhook = { method: 'GET', query: new URLSearchParams(query), body: Buffer.alloc(0), headers: {} } as const;
    const read = await adapter.payments?.parseWebhook(
      { ...webhook, remoteAddress: '127.0.0.1' },
      createTestVendorHost({ ...settings, ...given }),
    );
    if (read?.outcome !== 'ignored' && read?.outcome !== 'refused') return read;
    return read.answer?.(read.outcome === 'refused' ? 'refused' : 'done');
  };

  it('is subscribed with the operator’s verify token only', async () => {
    const asked = 'hub.mode=subscribe&hub.challenge=1158201444';
    expect(await subscribe(`${asked}&hub.verify_token=a-verify-token`)).toEqual({ status: 200, body: '1158201444' });
    expect(await subscribe(`${asked}&hub.verify_token=another`)).toEqual({ status: 403 });
    expect(await subscribe(`${asked}&hub.verify_token=`, { WebhookVerifyToken: undefined })).toEqual({ status: 403 });
  });
});
