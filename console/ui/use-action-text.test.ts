import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { knownActions } from './use-action-text.ts';

/** What operators do with their own sign-in is recorded without a mark in the contract. */
const ownSignIn = [
  'openLink',
  'provePasskey',
  'proveCode',
  'addPasskey',
  'addAuthenticatorApp',
  'removePasskey',
  'removeAuthenticatorApp',
  'endSession',
] as const satisfies readonly (keyof (typeof api)['console'])[];

test('every call that the audit log records has a text', () => {
  const recorded = Object.entries(api).flatMap(([area, routes]) =>
    Object.entries(routes).flatMap(([call, { audit }]) => (audit === undefined ? [] : [`${area}.${call}`])),
  );
  expect(recorded.length).toBeGreaterThan(50);
  expect(knownActions.toSorted()).toEqual([...recorded, ...ownSignIn.map((call) => `console.${call}`)].toSorted());
});
