import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import webPush from 'web-push';
import { createPushService, decryptPushMessage } from './push-service.ts';

const publicKey = 'BFfpd_bbfjPD_nrPKELtmHAJyvVtRYaC_KRHt9PXYqs0xas3cLpXO9_1QUBlZA_7WzRt-oTexNtNaOX1nMRxwuw';
const privateKey = 'VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVU';
const origin = 'https://push.example.net';

test('decrypts a message of the standard’s example', () => {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(Buffer.alloc(32, 0x11));
  const body =
    'RERERERERERERERERERERAAAEABBBNZak5d8qj0bCBhS_1ennkZfFmBXcwS66tUF3TpIWJzzUBheiVNy32Ih6joTdVfkc_3bZ1XwW9UHw8Uz_OnJEoU6yQQesaFLBCKKIXqpWPR66242n-s0ZYzS3v-O0hax';
  expect(decryptPushMessage({ keys, auth: Buffer.alloc(16, 0x33) }, Buffer.from(body, 'base64url'))).toBe(
    '{"title":"Hi"}',
  );
});

test('accepts a signature only by the subscription’s key, until it expires', async () => {
  let now = new Date('2026-01-01T00:00:00Z');
  const service = createPushService(origin, () => now);
  const { endpoint, keys } = service.subscribe(publicKey);
  const token =
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE3NjcyNjg4MDAsInN1YiI6Im1haWx0bzpvcHNAZXhhbXBsZS5jb20ifQ.7fKGhAKBIx7cQk-jEII4E3YsT-MHYzP_xUoFTl2yKu3evENEZjGQDJ5BM6kKZqpJlpICDeL0rZbnVR5FRQzS1A';
  const { cipherText } = webPush.encrypt(keys.p256dh, keys.auth, 'Hi', 'aes128gcm');
  const headers = { ttl: '60', 'content-encoding': 'aes128gcm', authorization: `vapid t=${token}, k=${publicKey}` };
  const send = async (change: object = {}, body: Buffer = cipherText) =>
    (await service.receive(new URL(endpoint).pathname, { ...headers, ...change }, body)).status;
  // It expires at noon.
  expect(await send()).toBe(201);
  expect(service.received(endpoint)).toEqual([
    { text: 'Hi', ttlSeconds: 60, topic: undefined, contact: 'mailto:ops@example.com' },
  ]);
  expect(await send({ ttl: undefined })).toBe(400);
  expect(await send({ 'content-encoding': 'aesgcm' })).toBe(400);
  expect(await send({}, Buffer.alloc(4097))).toBe(413);
  expect(await send({}, Buffer.concat([cipherText.subarray(0, -1), Buffer.alloc(1)]))).toBe(400);
  expect(await send({ authorization: `vapid t=${token.slice(0, -4)}AAAA, k=${publicKey}` })).toBe(403);
  const other = service.subscribe(publicKey.replace('BFf', 'BFg'));
  expect((await service.receive(new URL(other.endpoint).pathname, headers, cipherText)).status).toBe(403);
  now = new Date('2026-01-01T12:00:01Z');
  expect(await send()).toBe(403);
  service.end(endpoint);
  expect(await send()).toBe(410);
});

test('rejects a signature for another service', async () => {
  const now = new Date();
  const service = createPushService(origin, () => now);
  const { endpoint, keys } = service.subscribe(publicKey);
  const { cipherText } = webPush.encrypt(keys.p256dh, keys.auth, 'Hi', 'aes128gcm');
  const statusFor = async (audience: string, contact: string): Promise<number> => {
    const { Authorization } = webPush.getVapidHeaders(audience, contact, publicKey, privateKey, 'aes128gcm');
    const headers = { ttl: '0', 'content-encoding': 'aes128gcm', authorization: Authorization };
    return (await service.receive(new URL(endpoint).pathname, headers, cipherText)).status;
  };
  expect(await statusFor(origin, 'mailto:ops@example.com')).toBe(201);
  expect(await statusFor('https://other.example.net', 'mailto:ops@example.com')).toBe(403);
});
