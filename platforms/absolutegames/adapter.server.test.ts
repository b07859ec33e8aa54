import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Webhook } from '#model/payment-operations.server.ts';
import { createSamplePayment, createSampleRefund } from '../kit/testing/sample-payment.server.ts';
import { createTestVendorHost } from '../kit/testing/vendor-host.server.ts';
import type { VerifyLoginResult } from '../port.server.ts';
import { adapter } from './adapter.server.ts';
import { signBody, signatureHeader } from './gateway.server.ts';
import { signLaunch } from './verify.server.ts';

// The reference's vector, created with the platform's algorithm.
const settings = { AppId: '1234', SecretKey: 'ag-test-secret', PaymentsUrl: 'https://pay.example' };
const authKey = '79e405c1aeb093e34df3c5327e6eb3174905a7838bc4f0fcfb2caa61a1c17da7';
const start = `app_id=1234&player_id=987654&game_sid=a1b2c3d4e5&auth_key=${authKey}&guest=false`;

const verify = (QueryString: string, UserAuth?: string): Promise<VerifyLoginResult> => {
  if (!adapter.verify) throw new Error('Absolute Games proves nobody');
  return adapter.verify({ QueryString, ...(UserAuth !== undefined && { UserAuth }) }, createTestVendorHost(settings));
};

const proved = (type: string, externalId: string, guest = false) => ({
  outcome: 'proved',
  guest,
  proof: { identity: { type, externalId } },
});
const refused = { outcome: 'refused', reason: expect.stringMatching(/./) };

const startOf = (playerId: string, more: object = {}, gameSid = 'a1b2c3d4e5'): string => {
  const auth_key = signLaunch({ appId: '1234', playerId, gameSid }, settings.SecretKey);
  const texts = { app_id: '1234', player_id: playerId, game_sid: gameSid, auth_key, guest: 'false', ...more };
  return new URLSearchParams(texts).toString();
};

describe('the player', () => {
  it('is proved by the key over the game, the player and the session id', async () => {
    expect(await verify(start)).toEqual(proved('AbsoluteGames', '987654'));
    expect(await verify(`?${start}&invite=friend&anything=else`)).toEqual(proved('AbsoluteGames', '987654'));
  });

  it.each([
    ['another player', start.replace('987654', '987655')],
    ['another session id', start.replace('a1b2c3d4e5', 'a1b2c3d4e6')],
    ['another game', start.replace('app_id=1234', 'app_id=1235')],
    ['no key', start.replace(/auth_key=\w+/, 'auth_key=')],
    ['a parameter twice', `${start}&player_id=987654`],
    ['an empty player id that is not a guest', startOf('')],
  ])('is refused with %s', async (_, query) => {
    expect(await verify(query)).toEqual(refused);
  });

  it('is refused if the same signature fits two readings', async () => {
    // All three sign the same text, 1234._.98._.76._.z.
    const auth_key = signLaunch({ appId: '1234', playerId: '98', gameSid: '76._.z' }, settings.SecretKey);
    expect(await verify(startOf('98', { auth_key }, '76._.z'))).toEqual(refused);
    expect(await verify(startOf('98._.76', { auth_key }, 'z'))).toEqual(refused);
  });

  it('is a guest with an id of the platform, or an unknown guest', async () => {
    expect(await verify(start.replace('guest=false', 'guest=true'))).toEqual(
      proved('AbsoluteGamesGuest', '987654', true),
    );
    expect(await verify(start.replace('&guest=false', ''))).toEqual(proved('AbsoluteGamesGuest', '987654', true));
    expect(await verify('app_id=1234&player_id=&guest=true')).toEqual({ outcome: 'guest' });
    expect(await verify(startOf('', { guest: 'true' }))).toEqual({ outcome: 'guest' });
    expect(await verify(startOf('', { guest: 'true', auth_key: authKey }))).toEqual(refused);
    expect(await verify('player_id=&guest=true')).toEqual(refused);
  });

  it('is the one that the page reported last; the URL no longer counts', async () => {
    expect(await verify(start, startOf('555'))).toEqual(proved('AbsoluteGames', '555'));
    expect(await verify('anything', startOf('555'))).toEqual(proved('AbsoluteGames', '555'));
    expect(await verify(start, startOf('555').replace('555', '556'))).toEqual(refused);
    expect(await verify(start, '')).toEqual(refused);
  });
});

const block = { AppId: '1234', AuthKey: authKey, GameSid: 'a1b2c3d4e5', PlayerId: '987654', Guest: 'false' };
const payment = (request: object = {}, more: object = {}) => ({
  ...createSamplePayment({ amountMinor: 14_900, currency: 'RUB', ...more }),
  buyer: { accountId: randomUUID(), name: 'Ada', externalId: '987654' },
  request: { ...block, ...request },
});
const hostWith = (answers: readonly object[] = [], more: object = {}) =>
  createTestVendorHost({ ...settings, ...more }, { answers });
const { payments } = adapter;
if (!payments) throw new Error('Absolute Games takes no money');

const otherKey = signLaunch({ appId: '1235', playerId: '987654', gameSid: 'a1b2c3d4e5' }, settings.SecretKey);

describe('a payment', () => {
  it('starts with a token for the order', async () => {
    const host = hostWith([{ token: 'tok-1' }]);
    const order = payment({ Debug: 'true', Invite: 'friend' });
    expect(await payments.create(order, host)).toEqual({ outcome: 'created', reply: { Token: 'tok-1' } });
    expect(host.asked).toEqual([
      {
        url: 'https://pay.example/payments',
        body: {
          app_id: '1234',
          player_id: '987654',
          game_sid: 'a1b2c3d4e5',
          auth_key: authKey,
          debug: 'true',
          invite: 'friend',
          order_id: order.attemptId,
          amount: '149.00',
          currency: 'RUB',
          title: 'A hundred gems',
          description: 'For the mine',
        },
      },
    ]);
  });

  it.each([
    ['a guest', { Guest: 'true' }, {}, {}],
    ['a player without a valid signature', { AuthKey: 'f'.repeat(64) }, {}, {}],
    ['another player than the buyer', {}, {}, { buyer: { accountId: randomUUID(), name: '', externalId: '1' } }],
    ['the launch of another game', { AppId: '1235', AuthKey: otherKey }, {}, {}],
    ['dollars', {}, {}, { currency: 'USD' }],
    ['a portal without the token URL', {}, { PaymentsUrl: undefined }, {}],
  ])('is not created for %s, and no request is sent', async (_, request, change, order) => {
    const host = hostWith([], change);
    expect(await payments.create({ ...payment(request), ...order }, host)).toEqual(refused);
    expect(host.asked).toEqual([]);
  });

  it('gives a guest the same message as the game', async () => {
    expect(await payments.create(payment({ Guest: 'true' }), hostWith())).toMatchObject({ reason: 'Not authorized' });
  });

  it('is refused only if the platform rejects it, otherwise unknown', async () => {
    expect(await payments.create(payment(), hostWith([{ http: 422 }]))).toEqual(refused);
    for (const answer of [{ http: 500 }, { http: 401 }, { token: '' }, { nothing: 1 }])
      await expect(payments.create(payment(), hostWith([answer]))).rejects.toThrow('Absolute Games');
  });

  it('is not refunded by us, and the operator gets the reason', async () => {
    const sent = createSampleRefund(payment(), 'ag-1');
    expect(await payments.refund(sent, hostWith())).toMatchObject({
      reason: expect.stringContaining('support') as string,
    });
  });
});

describe('a payment notification', () => {
  const told = { order_id: randomUUID(), transaction_id: 'ag-1', amount: '149.00', currency: 'RUB', is_test: false };
  const read = (content: object, key = settings.SecretKey) => {
    const body = Buffer.from(JSON.stringify(content));
    const headers = { [signatureHeader]: signBody(body, key) };
    const webhook: Webhook = { body, headers, remoteAddress: '127.0.0.1' };
    return payments.parseWebhook(webhook, hostWith());
  };
  const event = {
    attemptId: told.order_id,
    transactionId: 'ag-1',
    amountMinor: 14_900,
    currency: 'RUB',
    isTest: false,
  };
  const paid = { ...event, kind: 'paid', dedupKey: 'paid ag-1' };
  const sentBack = { ...event, kind: 'refunded', dedupKey: 'refunded ag-1', chargeId: 'ag-1' };

  it('is a payment event', async () => {
    const tell = (status: string) => read({ app_id: '1234', payment: { ...told, status } });
    expect(await tell('paid')).toEqual({ outcome: 'events', events: [paid] });
    expect(await tell('refunded')).toEqual({ outcome: 'events', events: [sentBack] });
  });

  it.each([
    ['of another game', { app_id: '1235', payment: { ...told, status: 'paid' } }],
    ['of an unknown status', { app_id: '1234', payment: { ...told, status: 'troubled' } }],
    ['of an invalid amount', { app_id: '1234', payment: { ...told, status: 'paid', amount: '1.5', currency: 'JPY' } }],
    ['of an order that is not ours', { app_id: '1234', payment: { ...told, status: 'paid', order_id: '7' } }],
  ])('is refused %s', async (_, content) => {
    expect(await read(content)).toEqual(refused);
    expect(payments.buildWebhookReply('refused').status).toBe(403);
  });

  it('is also in the records, with no other order', async () => {
    const known = { ...payment(), attemptId: told.order_id };
    const records = (...found: object[]) => payments.read(known, hostWith([{ payments: found }]));
    const other = { ...told, order_id: randomUUID(), status: 'paid' };
    expect(await records()).toEqual({ events: [], isOver: false });
    expect(await records({ ...told, status: 'paid' }, other)).toEqual({ events: [paid], isOver: false });
    expect(await records({ ...told, status: 'refunded' })).toEqual({ events: [paid, sentBack], isOver: false });
    await expect(payments.read(known, hostWith([{ http: 500 }]))).rejects.toThrow('500');
  });
});
