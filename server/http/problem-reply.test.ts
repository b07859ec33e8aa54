import { expect, test } from 'vitest';
import { Problem } from '#model/problem.ts';
import { describeProblem } from './problem-reply.ts';

test('a problem has its code, message and request id; a failed sign-in also the text to show and the account', () => {
  const problem = new Problem('NotConfigured', 'Not set up here.', { param: 'twitch', accountId: 'a1' });
  expect(describeProblem(problem, 'r1', '/api/v1/auth')).toEqual({
    type: 'urn:fxid:problem:NotConfigured',
    title: problem.title,
    status: problem.status,
    detail: 'Not set up here.',
    instance: '/api/v1/auth',
    Code: 'NotConfigured',
    Message: 'Not set up here.',
    RequestId: 'r1',
    ErrorCode: 'NotConfigured',
    GenericMessage: 'Not set up here.',
    L10NKey: 'signInModal.errors.unsupported',
    L10NParam: 'twitch',
    AccountId: 'a1',
  });
  expect(Object.keys(describeProblem(new Problem('NotFound'), 'r1', '/'))).not.toContain('ErrorCode');
});
