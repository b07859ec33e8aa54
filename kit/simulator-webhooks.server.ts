// Sends the webhooks of a simulated vendor to the portal, with retries.
import { setTimeout as wait } from 'node:timers/promises';

export interface SimulatedWebhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** If set, the webhook is a GET with this query string and no body. */
  readonly query?: string;
}

/** Status 0: the request failed, and `text` is the error message. */
export interface WebhookAttempt {
  readonly status: number;
  readonly text: string;
}

export async function sendWebhookOnce(
  url: string,
  { body, headers, query }: SimulatedWebhook,
): Promise<WebhookAttempt> {
  try {
    const signal = AbortSignal.timeout(10_000);
    // oxlint-disable-next-line eslint/no-restricted-globals -- it plays the vendor's server, which calls us by its own client
    const response = await fetch(query === undefined ? url : `${url}?${query}`, {
      ...(query === undefined ? { method: 'POST', body } : { method: 'GET' }),
      headers,
      redirect: 'manual',
      signal,
    });
    return { status: response.status, text: (await response.text()).slice(0, 2000) };
  } catch (error) {
    return { status: 0, text: error instanceof Error ? error.message : 'unknown' };
  }
}

export interface WebhookRetryRules {
  readonly pausesMs: readonly number[];
  readonly isOver: (end: WebhookAttempt) => boolean;
}

export async function sendWebhookWithRetries(
  url: string,
  webhook: SimulatedWebhook,
  rules: WebhookRetryRules,
): Promise<WebhookAttempt> {
  let end = await sendWebhookOnce(url, webhook);
  for (const pauseMs of rules.pausesMs) {
    if (rules.isOver(end)) break;
    await wait(pauseMs, undefined, { ref: false });
    end = await sendWebhookOnce(url, webhook);
  }
  return end;
}

export const isSuccessStatus = ({ status }: WebhookAttempt): boolean => status >= 200 && status < 300;
