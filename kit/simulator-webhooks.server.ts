// Webhooks of a simulated vendor: sent to the portal as the vendor's server sends them, again after a failure, with an end.
import { setTimeout as wait } from 'node:timers/promises';

/** A webhook as it is sent, and as tests shuffle, double and change it. */
export interface SimulatedWebhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the address, without a question mark: it is sent by GET and has no body. */
  readonly query?: string;
}

/** Status 0: nobody answered, and `text` says why. */
export interface SentWebhook {
  readonly status: number;
  readonly text: string;
}

/** Sends it once. */
export async function postWebhook(url: string, { body, headers, query }: SimulatedWebhook): Promise<SentWebhook> {
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

export interface SendingRules {
  /** Between one try and the next: as many as are tried again. */
  readonly pausesMs: readonly number[];
  /** Whether the vendor is content, or gives up. */
  readonly isOver: (end: SentWebhook) => boolean;
}

/** Sends it until it is over, or all tries are used up. The last end counts. */
export async function sendWebhook(url: string, webhook: SimulatedWebhook, rules: SendingRules): Promise<SentWebhook> {
  let end = await postWebhook(url, webhook);
  for (const pauseMs of rules.pausesMs) {
    if (rules.isOver(end)) break;
    await wait(pauseMs, undefined, { ref: false });
    end = await postWebhook(url, webhook);
  }
  return end;
}

export const isSuccess = ({ status }: SentWebhook): boolean => status >= 200 && status < 300;
