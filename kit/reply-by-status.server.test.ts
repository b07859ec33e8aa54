import { expect, test } from 'vitest';
import { replyByStatus } from './reply-by-status.server.ts';

test('what is done and what an operator looks at is taken, the rest comes again or stops', () => {
  const answer = replyByStatus();
  expect([answer('done'), answer('mismatch'), answer('unknown-order')].map(({ status }) => status)).toEqual([
    200, 200, 200,
  ]);
  expect([answer('retry').status, answer('refused').status]).toEqual([503, 400]);
});

test('a vendor may have a status of its own, and words', () => {
  const words = { status: 400, body: { error: 'no such order' } };
  const answer = replyByStatus({ refused: 403, 'unknown-order': words });
  expect([answer('refused'), answer('unknown-order')]).toEqual([{ status: 403 }, words]);
});
