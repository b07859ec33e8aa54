import { Buffer } from 'node:buffer';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRemoteKeyFinder, KeysUnavailableError } from './remote-keys.server.ts';

const address = 'https://vendor.example/keys';
const header = (kid: string) => ({ alg: 'RS256', kid });
const makeKey = async (kid: string): Promise<JWK> => ({
  ...(await exportJWK((await generateKeyPair('RS256')).publicKey)),
  kid,
});
const [first, second] = await Promise.all([makeKey('first'), makeKey('second')]);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** A vendor whose keys and availability the test changes. jose uses the process's clock. */
function vendor() {
  const state = { keys: [first], isDown: false, status: 200, text: '', asked: 0 };
  const warnings: string[] = [];
  const begunMs = Date.now();
  const find = createRemoteKeyFinder()(address, {
    log: { warn: (_, text) => warnings.push(text) },
    fetch: async () => {
      state.asked += 1;
      if (state.isDown) throw new Error('no network');
      const body = Buffer.from(state.text || JSON.stringify({ keys: state.keys }));
      return { status: state.status, headers: {}, body };
    },
  });
  const moveTo = (seconds: number) => vi.setSystemTime(begunMs + seconds * 1000);
  return { state, find, moveTo, warnings };
}

it('fetches the keys once in ten minutes, however many people sign in', async () => {
  const { state, find, moveTo } = vendor();
  await Promise.all([find(header('first')), find(header('first'))]);
  moveTo(599);
  await find(header('first'));
  expect(state.asked).toBe(1);
  moveTo(600);
  await find(header('first'));
  expect(state.asked).toBe(2);
});

it('fetches again for an unknown key, and then not for half a minute', async () => {
  const { state, find, moveTo } = vendor();
  await find(header('first'));
  moveTo(30);
  await expect(find(header('unknown'))).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  expect(state.asked).toBe(2);
  moveTo(59);
  for (const kid of ['unknown', 'another', 'a third']) {
    await expect(find(header(kid))).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  }
  expect(state.asked).toBe(2);
  moveTo(60);
  await expect(find(header('unknown'))).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  expect(state.asked).toBe(3);
});

it("finds a vendor's new key, and no longer the withdrawn one", async () => {
  const { state, find, moveTo } = vendor();
  await find(header('first'));
  state.keys = [second];
  moveTo(31);
  await find(header('second'));
  expect(state.asked).toBe(2);
  await expect(find(header('first'))).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});

it('has no keys if the vendor is unreachable and the cached keys are too old, and logs it', async () => {
  const { state, find, moveTo, warnings } = vendor();
  await find(header('first'));
  state.isDown = true;
  moveTo(599);
  await find(header('first'));
  await expect(find(header('unknown'))).rejects.toThrow(KeysUnavailableError);
  moveTo(600);
  await expect(find(header('first'))).rejects.toThrow(KeysUnavailableError);
  expect(warnings).toHaveLength(2);
  state.isDown = false;
  state.status = 503;
  await expect(find(header('first'))).rejects.toThrow(KeysUnavailableError);
  state.status = 200;
  await find(header('first'));
});

it.each([
  ['<html>'],
  ['{}'],
  ['{"keys":"none"}'],
  ['null'],
  ['{"keys":[{"kty":"RSA","kid":"first","n":"!","e":"?"}]}'],
])('has no keys when the vendor answers %j', async (text) => {
  const { state, find } = vendor();
  state.text = text;
  await expect(find(header('first'))).rejects.toThrow(KeysUnavailableError);
});

it('ignores a key that is too short to be safe', async () => {
  const { state, find } = vendor();
  const pair = await crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 1024, publicExponent: Uint8Array.of(1, 0, 1) },
    true,
    ['sign', 'verify'],
  );
  state.keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'first' }];
  await expect(find(header('first'))).rejects.toThrow('1024 bits');
});
