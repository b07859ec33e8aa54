import { expect, test } from 'vitest';
import { listDecisions } from './approval.ts';

test('an operator decides requests of others and withdraws their own', () => {
  expect(listDecisions({ IsOwn: false })).toEqual(['approve', 'reject']);
  expect(listDecisions({ IsOwn: true })).toEqual(['withdraw']);
  expect(listDecisions({ IsOwn: false, Outcome: 'Expired' })).toEqual([]);
});
