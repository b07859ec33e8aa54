// How a webhook is answered by whoever understands a status alone, or a status with a few words.
import type { WebhookAnswer, WebhookResult } from '#model/payment-verbs.server.ts';

/** By default whatever is not 2xx comes again. What an operator has to look at is kept here, and need not. */
export function answerByStatus(
  own: Partial<Readonly<Record<WebhookResult, number | WebhookAnswer>>> = {},
): (end: WebhookResult) => WebhookAnswer {
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
