import { Buffer } from 'node:buffer';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { expect, it } from 'vitest';
import { createRemoteKeys, KeysUnavailable } from './remote-keys.server.ts';

const address = 'https://vendor.example/keys';
const header = (kid: string) => ({ alg: 'RS256', kid });
const makeKey = async (kid: string): Promise<JWK> => ({
  ...(await exportJWK((await generateKeyPair('RS256')).publicKey)),
  kid,
});
const [first, second] = await Promise.all([makeKey('first'), makeKey('second')]);

/** A vendor whose keys, headers and availability a test changes, and a clock that it moves. */
function vendor() {
  const state = { keys: [first], cacheControl: 'public, max-age=600', isDown: false, text: '', asked: 0, seconds: 0 };
  const warnings: string[] = [];
  const findAt = createRemoteKeys();
  const find = findAt(address, {
    now: () => new Date(1_700_000_000_000 + state.seconds * 1000),
    log: { warn: (_, text) => warnings.push(text) },
    fetch: async () => {
      state.asked += 1;
      if (state.isDown) throw new Error('no network');
      const headers = state.cacheControl === '' ? {} : { 'cache-control': state.cacheControl };
      return { status: 200, headers, body: Buffer.from(state.text || JSON.stringify({ keys: state.keys })) };
    },
  });
  return { state, find, warnings };
}

it('asks once for as long as the vendor lets its answer be kept', async () => {
  const { state, find } = vendor();
  await Promise.all([find(header('first')), find(header('first'))]);
  state.seconds = 599;
  await find(header('first'));
  expect(state.asked).toBe(1);
  state.seconds = 600;
  await find(header('first'));
  expect(state.asked).toBe(2);
});

it.each([
  ['max-age=1', 60],
  ['no-store', 60],
  ['public, max-age=999999999', 24 * 60 * 60],
  ['', 60 * 60],
])('keeps an answer with %j for %d seconds', async (cacheControl, seconds) => {
  const { state, find } = vendor();
  state.cacheControl = cacheControl;
  await find(header('first'));
  state.seconds = seconds - 1;
  await find(header('first'));
  expect(state.asked).toBe(1);
  state.seconds = seconds;
  await find(header('first'));
  expect(state.asked).toBe(2);
});

it('asks once more for a key that it does not know, and not again for half a minute', async () => {
  const { state, find } = vendor();
  await find(header('first'));
  state.seconds = 30;
  await expect(find(header('unknown'))).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  expect(state.asked).toBe(2);
  state.seconds = 59;
  for (const kid of ['unknown', 'another', 'a third']) {
    await expect(find(header(kid))).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  }
  expect(state.asked).toBe(2);
  state.seconds = 60;
  await expect(find(header('unknown'))).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  expect(state.asked).toBe(3);
});

it('finds the key of a vendor that has changed it, and no longer the one that was withdrawn', async () => {
  const { state, find } = vendor();
  await find(header('first'));
  state.keys = [second];
  state.seconds = 31;
  await find(header('second'));
  expect(state.asked).toBe(2);
  await expect(find(header('first'))).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});

it('has no keys when the vendor cannot be reached and the kept ones are too old, and says so in the log', async () => {
  const { state, find, warnings } = vendor();
  await find(header('first'));
  state.isDown = true;
  state.seconds = 599;
  await find(header('first'));
  await expect(find(header('unknown'))).rejects.toThrow(KeysUnavailable);
  await expect(find(header('unknown'))).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  expect(state.asked).toBe(2);
  state.seconds = 600;
  await expect(find(header('first'))).rejects.toThrow(KeysUnavailable);
  expect(warnings).toHaveLength(2);
  state.isDown = false;
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
  await expect(find(header('first'))).rejects.toThrow(KeysUnavailable);
});

it('takes no key that is too short to be safe', async () => {
  const { state, find } = vendor();
  const pair = await crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 1024, publicExponent: Uint8Array.of(1, 0, 1) },
    true,
    ['sign', 'verify'],
  );
  state.keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'first' }];
  await expect(find(header('first'))).rejects.toThrow('1024 bits');
});
