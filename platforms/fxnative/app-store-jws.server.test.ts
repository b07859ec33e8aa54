// Apple's own verifier is the judge: what it takes our program takes, and what it refuses is refused.
import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import { Environment, SignedDataVerifier } from '@apple/app-store-server-library';
import { describe, expect, it, test } from 'vitest';
import { verifyAppleJws } from './app-store-jws.server.ts';
import { appleRootG3 } from './apple-root.ts';
import { listExtensions } from './certificate-extensions.server.ts';
import { signJws } from './simulator-app-store.server.ts';
import { chain, signerKey } from './simulator-keys.server.ts';
import { apple } from './testing/vectors.server.ts';

const payload = {
  transactionId: '2000000900000001',
  originalTransactionId: '2000000900000001',
  bundleId: 'com.example.game',
  environment: 'Sandbox',
  signedDate: Date.UTC(2027, 0, 1),
};

const judge = (root: string) =>
  new SignedDataVerifier([Buffer.from(root, 'base64')], false, Environment.SANDBOX, 'com.example.game');

/** What Apple's program and ours say, which has to be the same. */
async function ask(jws: string, root: string): Promise<boolean> {
  const theirs = await judge(root)
    .verifyAndDecodeTransaction(jws)
    .then(
      () => true,
      () => false,
    );
  const ours = verifyAppleJws(jws, [root]).outcome === 'verified';
  expect(ours, 'what Apple’s own program says').toBe(theirs);
  return ours;
}

test('the example of the sheet is taken with its root, and with no other', async () => {
  expect(await ask(apple.jws, apple.root)).toBe(true);
  expect(await ask(apple.jws, chain.root)).toBe(false);
  expect(verifyAppleJws(apple.jws)).toMatchObject({ outcome: 'refused' });
  expect(verifyAppleJws(apple.jws, [appleRootG3, apple.root])).toMatchObject({
    outcome: 'verified',
    payload: { transactionId: '2000000900000001', productId: 'gems_100', price: 4990, currency: 'USD' },
  });
});

test('what the simulation signs Apple’s program takes', async () => {
  expect(await ask(signJws(payload), chain.root)).toBe(true);
});

const { leaf, intermediate, root } = chain;
const [appleLeaf = '', appleIntermediate = ''] = (
  JSON.parse(Buffer.from(apple.jws.split('.')[0] ?? '', 'base64url').toString()) as { x5c: string[] }
).x5c;
const [header = '', body = '', signature = ''] = signJws(payload).split('.');
const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signed with the key of the leaf, in another way. */
function signOtherwise(dsaEncoding: 'der' | 'ieee-p1363', key: string = signerKey): string {
  const text = `${header}.${body}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding }).toString('base64url')}`;
}
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' });

describe('is refused', () => {
  it.each([
    ['with another key', signOtherwise('ieee-p1363', stranger)],
    ['with a signature in DER', signOtherwise('der')],
    ['with another payload', [header, encode({ ...payload, productId: 'gems_9999' }), signature].join('.')],
    ['with one byte of the signature changed', [header, body, flip(signature, 20)].join('.')],
    ['with two certificates', signJws(payload, { x5c: [leaf, intermediate] })],
    ['with four certificates', signJws(payload, { x5c: [leaf, intermediate, root, root] })],
    ['with no certificates', signJws(payload, { x5c: [] })],
    ['with certificates that are none', signJws(payload, { x5c: ['AAAA', 'AAAA', root] })],
    ['with a chain in another order', signJws(payload, { x5c: [intermediate, leaf, root] })],
    ['with the root as the issuer', signJws(payload, { x5c: [leaf, root, root] })],
    ['with the leaf of another chain', signJws(payload, { x5c: [appleLeaf, intermediate, root] })],
    ['with the issuer of another chain', signJws(payload, { x5c: [leaf, appleIntermediate, root] })],
    ['with the other chain and its root', signJws(payload, { x5c: [appleLeaf, appleIntermediate, apple.root] })],
    ['of a time before the certificates', signJws({ ...payload, signedDate: Date.UTC(2020, 0, 1) })],
    ['of a time after them', signJws({ ...payload, signedDate: Date.UTC(2130, 0, 1) })],
    ['in two parts', `${header}.${body}`],
    ['that is nonsense', 'nonsense'],
    ['that is nothing', ''],
  ])('a transaction %s', async (_, jws) => {
    expect(await ask(jws, chain.root)).toBe(false);
  });

  // Apple's program lets its library choose the algorithm, or takes the time of now.
  it.each([
    ['signed with no algorithm', signJws(payload, { alg: 'none' })],
    ['signed with a shared secret', signJws(payload, { alg: 'HS256' })],
    ['that does not say when it was signed', signJws({ ...payload, signedDate: undefined })],
    ['whose time is no time', signJws({ ...payload, signedDate: 1e300 })],
    ['whose payload is a list', [header, encode([]), signature].join('.')],
  ])('one %s', (_, jws) => {
    expect(verifyAppleJws(jws, [chain.root])).toMatchObject({ outcome: 'refused' });
  });
});

test('a root that the header brings is not looked at', async () => {
  expect(await ask(signJws(payload, { x5c: [leaf, intermediate, appleRootG3] }), chain.root)).toBe(true);
  expect(await ask(signJws(payload), appleRootG3)).toBe(false);
});

test('without Apple’s marks a chain is no chain for receipts', async () => {
  // The root stands for an issuer without the mark: it has signed the intermediate, which here plays the leaf.
  const jws = signJws(payload, { x5c: [intermediate, root, root] });
  expect(await ask(jws, chain.root)).toBe(false);
  expect(verifyAppleJws(jws, [chain.root])).toEqual({
    outcome: 'refused',
    reason: 'Its certificate is not one for receipts.',
  });
});

test('the pinned root is Apple’s, by its own signature and the fingerprint that Apple publishes', () => {
  const certificate = new X509Certificate(Buffer.from(appleRootG3, 'base64'));
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.subject).toContain('CN=Apple Root CA - G3');
  expect(certificate.fingerprint256).toBe(
    '63:34:3A:BF:B8:9A:6A:03:EB:B5:7E:9B:3F:5F:A7:BE:7C:4F:5C:75:6F:30:17:B3:A8:C4:88:C3:65:3E:91:79',
  );
});

test('extensions are read from a certificate, and nonsense is none', () => {
  const bytes = Buffer.from(leaf, 'base64');
  expect(listExtensions(bytes)).toContain('2a864886f76364060b01');
  for (let end = 0; end < bytes.length; end += 1)
    expect(() => listExtensions(bytes.subarray(0, end)), `${end} bytes`).toThrow('no certificate');
  expect(() => listExtensions(Buffer.from([0x30, 0x85, 1, 1, 1, 1, 1]))).toThrow('no certificate');
});
