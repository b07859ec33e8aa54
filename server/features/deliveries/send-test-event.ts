// Sends a test event to a game's endpoint at once, signed like a delivery, and returns what the game's server said.
import { randomUUID } from 'node:crypto';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import type { WebhookEndpoint } from './endpoints.ts';
import { cleanResponse, describeSendError } from './send-delivery.ts';
import { createSignatureHeaders } from './sign-delivery.ts';

export interface TestEventResult {
  readonly isAccepted: boolean;
  readonly status?: number;
  readonly fault?: string;
  readonly response?: string;
}

export async function sendTestEvent(
  deps: { readonly fetch: SafeFetch; readonly now: () => Date },
  { url, secrets }: Pick<WebhookEndpoint, 'url' | 'secrets'>,
  game: string,
): Promise<TestEventResult> {
  const id = `test_${randomUUID()}`;
  const sentAt = deps.now();
  const body = JSON.stringify({
    type: 'webhook.test',
    timestamp: sentAt.toISOString(),
    data: { game, delivery_id: id },
  });
  const headers = createSignatureHeaders({ id, body, sentAt, secrets });
  try {
    const { status, body: answer } = await deps.fetch(url, { method: 'POST', headers, body, timeoutMs: testTimeoutMs });
    return { isAccepted: status >= 200 && status <= 299, status, response: cleanResponse(answer) };
  } catch (error) {
    return { isAccepted: false, fault: describeSendError(error) };
  }
}

const testTimeoutMs = 10_000;
