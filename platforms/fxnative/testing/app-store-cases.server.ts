// Signed transactions that must be refused. Apple's own library judges the first list too: see conformance/app-store.test.ts.
import { generateKeyPairSync, sign } from 'node:crypto';
import { signJws } from '../simulator-app-store.server.ts';
import { simulatedAppleChain, simulatedAppleSignerKey } from '../simulator-keys.server.ts';
import { appleVector } from './vectors.server.ts';

type NamedJws = readonly [name: string, jws: string];

export const sampleApplePayload = {
  transactionId: '2000000900000001',
  originalTransactionId: '2000000900000001',
  bundleId: 'com.example.game',
  environment: 'Sandbox',
  signedDate: Date.UTC(2027, 0, 1),
};
const payload = sampleApplePayload;

const { leaf, intermediate, root } = simulatedAppleChain;
const [appleLeaf = '', appleIntermediate = ''] = (
  JSON.parse(Buffer.from(appleVector.jws.split('.')[0] ?? '', 'base64url').toString()) as { x5c: string[] }
).x5c;
const [header = '', body = '', signature = ''] = signJws(payload).split('.');
const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signOtherwise(dsaEncoding: 'der' | 'ieee-p1363', key: string = simulatedAppleSignerKey): string {
  const text = `${header}.${body}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding }).toString('base64url')}`;
}
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' });

export const refusedJws: readonly NamedJws[] = [
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
  ['with the other chain and its root', signJws(payload, { x5c: [appleLeaf, appleIntermediate, appleVector.root] })],
  ['of a time before the certificates', signJws({ ...payload, signedDate: Date.UTC(2020, 0, 1) })],
  ['of a time after them', signJws({ ...payload, signedDate: Date.UTC(2130, 0, 1) })],
  ['in two parts', `${header}.${body}`],
  ['that is nonsense', 'nonsense'],
  ['that is nothing', ''],
];

/** Apple's library lets its dependency choose the algorithm, or falls back to the current time. */
export const jwsRefusedOnlyByUs: readonly NamedJws[] = [
  ['signed with no algorithm', signJws(payload, { alg: 'none' })],
  ['signed with a shared secret', signJws(payload, { alg: 'HS256' })],
  ['that does not say when it was signed', signJws({ ...payload, signedDate: undefined })],
  ['whose time is no time', signJws({ ...payload, signedDate: 1e300 })],
  ['whose payload is a list', [header, encode([]), signature].join('.')],
];

/** Uses the root as an intermediate certificate without Apple's extension. */
export const jwsWithoutAppleExtensions = signJws(payload, { x5c: [intermediate, root, root] });

/** The root in the header is not the pinned one. */
export const jwsWithForeignRoot = (foreignRoot: string): string =>
  signJws(payload, { x5c: [leaf, intermediate, foreignRoot] });
