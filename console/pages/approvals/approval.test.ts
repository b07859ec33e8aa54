import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import english from '#console/i18n/en.json';
import { listDecisions } from './approval.ts';

test('an operator decides requests of others and withdraws their own', () => {
  expect(listDecisions({ IsOwn: false })).toEqual(['approve', 'reject']);
  expect(listDecisions({ IsOwn: true })).toEqual(['withdraw']);
  expect(listDecisions({ IsOwn: false, Outcome: 'Expired' })).toEqual([]);
});

test('every call that may need a second person has a text', () => {
  const calls = Object.entries(api).flatMap(([area, routes]) =>
    Object.entries(routes).flatMap(([call, { secondPerson }]) => (secondPerson ? [`${area}_${call}`] : [])),
  );
  expect(calls).not.toEqual([]);
  expect(Object.keys(english.approvals.calls).toSorted()).toEqual(calls.toSorted());
});
