import { expect, test } from 'vitest';
import { createWebhookReplyBuilder } from './create-webhook-reply-builder.server.ts';

test('done and mismatched webhooks get a 200, others are resent or rejected', () => {
  const answer = createWebhookReplyBuilder();
  expect([answer('done'), answer('mismatch'), answer('unknown-order')].map(({ status }) => status)).toEqual([
    200, 200, 200,
  ]);
  expect([answer('retry').status, answer('refused').status]).toEqual([503, 400]);
});

test('a vendor may have its own statuses and bodies', () => {
  const words = { status: 400, body: { error: 'no such order' } };
  const answer = createWebhookReplyBuilder({ refused: 403, 'unknown-order': words });
  expect([answer('refused'), answer('unknown-order')]).toEqual([{ status: 403 }, words]);
});
