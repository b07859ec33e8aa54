// Apple's own library judges the same cases in conformance/app-store.test.ts.
import { X509Certificate } from 'node:crypto';
import { expect, it, test } from 'vitest';
import { verifyAppleJws } from './app-store-jws.server.ts';
import { appleRootG3 } from './apple-root.ts';
import { listCertificateExtensions } from './certificate-extensions.server.ts';
import { signJws } from './simulator-app-store.server.ts';
import { simulatedAppleChain } from './simulator-keys.server.ts';
import {
  jwsWithForeignRoot,
  jwsWithoutAppleExtensions,
  jwsRefusedOnlyByUs,
  refusedJws,
  sampleApplePayload,
} from './testing/app-store-cases.server.ts';
import { appleVector } from './testing/vectors.server.ts';

const isVerified = (jws: string, root: string): boolean => verifyAppleJws(jws, [root]).outcome === 'verified';

test('an example from another implementation is verified with its root only', () => {
  expect(isVerified(appleVector.jws, appleVector.root)).toBe(true);
  expect(isVerified(appleVector.jws, simulatedAppleChain.root)).toBe(false);
  expect(verifyAppleJws(appleVector.jws)).toMatchObject({ outcome: 'refused' });
  expect(verifyAppleJws(appleVector.jws, [appleRootG3, appleVector.root])).toMatchObject({
    outcome: 'verified',
    payload: { transactionId: '2000000900000001', productId: 'gems_100', price: 4990, currency: 'USD' },
  });
});

test("the simulator's signatures are verified", () => {
  expect(isVerified(signJws(sampleApplePayload), simulatedAppleChain.root)).toBe(true);
});

it.each([...refusedJws, ...jwsRefusedOnlyByUs])('refuses a transaction %s', (_, jws) => {
  expect(isVerified(jws, simulatedAppleChain.root)).toBe(false);
});

test('a root in the header is ignored', () => {
  expect(isVerified(jwsWithForeignRoot(appleRootG3), simulatedAppleChain.root)).toBe(true);
  expect(isVerified(signJws(sampleApplePayload), appleRootG3)).toBe(false);
});

test('a chain without Apple’s extensions is refused', () => {
  expect(verifyAppleJws(jwsWithoutAppleExtensions, [simulatedAppleChain.root])).toEqual({
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

test('extensions are read from a certificate, and invalid bytes are refused', () => {
  const bytes = Buffer.from(simulatedAppleChain.leaf, 'base64');
  expect(listCertificateExtensions(bytes)).toContain('1.2.840.113635.100.6.11.1');
  for (let end = 0; end < bytes.length; end += 1)
    expect(() => listCertificateExtensions(bytes.subarray(0, end)), `${end} bytes`).toThrow('not a certificate');
  expect(() => listCertificateExtensions(Buffer.from([0x30, 0x85, 1, 1, 1, 1, 1]))).toThrow('not a certificate');
});
