import { redactSecrets, type Log } from '#server/http/log.ts';
import { FetchBlockedError, type SafeFetch } from '#server/http/safe-fetch.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { listActiveSecrets } from './endpoints.ts';
import { parseRetryAfterMs } from './retry-schedule.ts';
import { createSignatureHeaders } from './sign-delivery.ts';

export interface SendDeliveryDeps {
  readonly fetch: SafeFetch;
  readonly sealer: Sealer;
  readonly log: Log;
  readonly now: () => Date;
}

/** The result of sending. Without a response, `status` is absent and `fault` describes why. */
export interface DeliverySendResult {
  readonly isTaken: boolean;
  readonly status?: number;
  readonly fault?: string;
  /** The beginning of the response's text, if it was no success. */
  readonly response?: string;
  /** The pause that the response requests, or 0. */
  readonly askedMs: number;
}

export const deliveryTimeoutMs = 15_000;

/** Sends it once, signed. Never throws because of the game's server. */
export async function sendDelivery(deps: SendDeliveryDeps, delivery: ClaimedDelivery): Promise<DeliverySendResult> {
  const { sealer, log, now } = deps;
  const { delivery_id: id, payload, url, sealed_secrets } = delivery;
  const body = JSON.stringify(payload);
  const sentAt = now();
  const headers = createSignatureHeaders({
    id,
    body,
    sentAt,
    secrets: listActiveSecrets(sealer, sealed_secrets, sentAt),
  });
  try {
    const answer = await deps.fetch(url, { method: 'POST', headers, body, timeoutMs: deliveryTimeoutMs });
    const { status } = answer;
    const askedMs = parseRetryAfterMs(answer.headers['retry-after'], now());
    const isTaken = status >= 200 && status <= 299;
    return { isTaken, status, askedMs, ...(!isTaken && { response: cleanResponse(answer.body) }) };
  } catch (error) {
    log.debug({ err: error, deliveryId: id }, 'A delivery got no answer.');
    return { isTaken: false, fault: describeSendError(error), askedMs: 0 };
  }
}

/** For the game's developers. Nothing that looks like a secret or an address is kept. */
export const cleanResponse = (body: Buffer): string =>
  redactSecrets(
    body
      .subarray(0, 2000)
      .toString('utf8')
      .replaceAll(/[\p{Cc}\p{Cs}\uFFFD]+/gu, ' ')
      .trim(),
  ).slice(0, 500);

/** For the order's history: reveals only as much of the game's address as is needed to fix it. */
export function describeSendError(error: unknown): string {
  if (error instanceof FetchBlockedError) return error.message.slice(0, 200);
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `The connection failed (${code.slice(0, 60)}).` : 'The connection failed.';
}
