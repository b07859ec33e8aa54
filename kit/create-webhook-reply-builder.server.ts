import type { WebhookReply, WebhookResult } from '#model/payment-operations.server.ts';

/**
 * For providers that resend anything but a 2xx. A mismatch gets a 200, because it is recorded for an operator and
 * resending would not help.
 */
export function createWebhookReplyBuilder(
  own: Partial<Readonly<Record<WebhookResult, number | WebhookReply>>> = {},
): (end: WebhookResult) => WebhookReply {
  const answers = { ...usual, ...own };
  return (end) => {
    const answer = answers[end];
    return typeof answer === 'number' ? { status: answer } : answer;
  };
}

const usual: Readonly<Record<WebhookResult, number>> = {
  done: 200,
  retry: 503,
  refused: 400,
  mismatch: 200,
  'unknown-order': 200,
  'known-player': 200,
  'unknown-player': 400,
};
