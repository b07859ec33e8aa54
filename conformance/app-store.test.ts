// Apple's own library and our verification must give the same answer.
import { Environment, SignedDataVerifier } from '@apple/app-store-server-library';
import { expect, test } from 'vitest';
import { appleRootG3 } from '../platforms/fxnative/apple-root.ts';
import { verifyAppleJws } from '../platforms/fxnative/app-store-jws.server.ts';
import { signJws } from '../platforms/fxnative/simulator-app-store.server.ts';
import { simulatedAppleChain } from '../platforms/fxnative/simulator-keys.server.ts';
import {
  jwsWithForeignRoot,
  jwsWithoutAppleExtensions,
  refusedJws,
  sampleApplePayload,
} from '../platforms/fxnative/testing/app-store-cases.server.ts';
import { appleVector } from '../platforms/fxnative/testing/vectors.server.ts';

const good = signJws(sampleApplePayload);

const cases: readonly (readonly [name: string, jws: string, root: string, isAccepted: boolean])[] = [
  ['an example from another implementation', appleVector.jws, appleVector.root, true],
  ['an example from another implementation with another root', appleVector.jws, simulatedAppleChain.root, false],
  ['a signature of the simulator', good, simulatedAppleChain.root, true],
  ['a signature of the simulator with Apple’s root', good, appleRootG3, false],
  ['a foreign root in the header', jwsWithForeignRoot(appleRootG3), simulatedAppleChain.root, true],
  ['a chain without Apple’s extensions', jwsWithoutAppleExtensions, simulatedAppleChain.root, false],
  ...refusedJws.map(([name, jws]) => [`a transaction ${name}`, jws, simulatedAppleChain.root, false] as const),
];

test.each(cases)('%s', async (_, jws, root, isAccepted) => {
  const library = new SignedDataVerifier([Buffer.from(root, 'base64')], false, Environment.SANDBOX, 'com.example.game');
  const byApple = await library.verifyAndDecodeTransaction(jws).then(
    () => true,
    () => false,
  );
  expect(byApple).toBe(isAccepted);
  expect(verifyAppleJws(jws, [root]).outcome === 'verified').toBe(isAccepted);
});
