import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createSigningSecret, createSignatureHeaders } from './sign-delivery.ts';

const body =
  '{"type":"order.paid","timestamp":"2026-01-01T00:00:00Z","data":{"order_id":"ord_7Q2M","delivery_id":"dlv_1","account_id":"acc_42","game_uid":"g-7","sku":"gems_100","quantity":1}}';

test('signs as the reference implementation of Standard Webhooks does', () => {
  const headers = createSignatureHeaders({
    id: 'msg_unit_1',
    body,
    sentAt: new Date(1_767_225_600_000),
    secrets: ['whsec_dW5pdC1zZWNyZXQtMjQtYnl0ZXMtbG9uZw=='],
  });
  expect(headers).toMatchObject({
    'webhook-id': 'msg_unit_1',
    'webhook-timestamp': '1767225600',
    'webhook-signature': 'v1,SNNdeMU24XuYgO1L1LNXVTm5ohlWxsk1OtFU9rRSURk=',
  });
});

test('is rejected by the library with another secret, another body or an old time', () => {
  const secret = createSigningSecret();
  const sign = (sentAt: Date) => createSignatureHeaders({ id: 'a', body, sentAt, secrets: [secret] });
  const fresh = sign(new Date());
  expect(new Webhook(secret).verify(body, fresh)).toMatchObject({ type: 'order.paid' });
  expect(() => new Webhook(createSigningSecret()).verify(body, fresh)).toThrow('No matching signature');
  expect(() => new Webhook(secret).verify(`${body} `, fresh)).toThrow('No matching signature');
  expect(() => new Webhook(secret).verify(body, sign(new Date(Date.now() - 360_000)))).toThrow('too old');
});

test('refuses to sign with an invalid secret', () => {
  const sign = (secrets: string[]) => () => createSignatureHeaders({ id: 'a', body, sentAt: new Date(), secrets });
  expect(sign([])).toThrow('needs a secret');
  expect(sign([''])).toThrow('whsec_');
  expect(sign(['whsec_c2hvcnQ='])).toThrow('24 or more bytes');
});
