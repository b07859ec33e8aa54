// For developers: pulls a game's pending deliveries from a running portal with the game's key and sends them, signed,
// to a server on this machine. Deliveries that it accepts are acknowledged.
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Static } from 'typebox';
import { apiBase } from '#contract/api-base.ts';
import type { Api } from '#contract/api.ts';
import type { DeliveryPayload } from '#server/db/money-tables.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { computeRetryPauseMs } from './retry-schedule.ts';
import { describeSendError, deliveryTimeoutMs } from './send-delivery.ts';
import { createSignatureHeaders } from './sign-delivery.ts';

interface ForwardOptions {
  readonly game: string;
  /** The game's key, `fxk_…`. */
  readonly key: string;
  readonly portal: string;
  readonly target: string;
  readonly fetch: SafeFetch;
  readonly now: () => Date;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
  readonly pollMs?: number;
}

type Pending = Static<Api['deliveries']['pending']['reply']>['Deliveries'][number];

export async function forwardDeliveries(options: ForwardOptions): Promise<void> {
  const { game, target, key, report, signal, pollMs = 1000 } = options;
  const secret = deriveForwardSecret(key);
  report(`Deliveries of ${game} are sent on to ${target}, signed with ${secret}`);
  const failed = new Map<string, { failures: number; atMs: number }>();
  while (!signal.aborted) {
    for (const delivery of await collect(options)) {
      const before = failed.get(delivery.DeliveryId);
      if (signal.aborted || (before && before.atMs > performance.now())) continue;
      const answer = await send(options, delivery, secret);
      report(`${delivery.Type}  ${delivery.DeliveryId}  ${answer.text}`);
      if (answer.isTaken) {
        failed.delete(delivery.DeliveryId);
        await callPortal(options, 'POST', '/deliveries/acknowledge', { DeliveryId: delivery.DeliveryId });
        continue;
      }
      const failures = (before?.failures ?? 0) + 1;
      const pause = computeRetryPauseMs(Math.min(failures, 2), 0, Math.random) ?? 0;
      failed.set(delivery.DeliveryId, { failures, atMs: performance.now() + pause });
    }
    await pauseUnless(signal, pollMs);
  }
}

/** Derived from the key, so that a developer configures it once. */
export const deriveForwardSecret = (key: string): string =>
  `whsec_${createHmac('sha256', key).update('fxid hooks forward').digest('base64')}`;

async function collect(options: ForwardOptions): Promise<readonly Pending[]> {
  try {
    const { Deliveries } = (await callPortal(options, 'GET', '/deliveries/pending?Limit=100')) as {
      Deliveries: Pending[];
    };
    return Deliveries;
  } catch (error) {
    if (error instanceof KeyRefused) throw error;
    options.report(`The portal cannot be asked: ${error instanceof Error ? error.message : String(error)}`);
    await pauseUnless(options.signal, 2000);
    return [];
  }
}

class KeyRefused extends Error {}

async function callPortal(
  { portal, key, ...tools }: ForwardOptions,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> {
  const address = portal.replace(/\/$/, '') + apiBase + path;
  const answer = await tools.fetch(address, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (answer.status === 401) throw new KeyRefused('The portal does not know this key, or it was revoked.');
  if (answer.status !== 200) throw new Error(`${method} ${path} was answered with ${answer.status}.`);
  return JSON.parse(answer.body.toString('utf8'));
}

async function send(
  { game, target, ...tools }: ForwardOptions,
  delivery: Pending,
  secret: string,
): Promise<{ isTaken: boolean; text: string }> {
  const body = JSON.stringify(payloadOf(delivery, game));
  const headers = createSignatureHeaders({ id: delivery.DeliveryId, body, sentAt: tools.now(), secrets: [secret] });
  try {
    const { status } = await tools.fetch(target, { method: 'POST', headers, body, timeoutMs: deliveryTimeoutMs });
    return { isTaken: status >= 200 && status <= 299, text: String(status) };
  } catch (error) {
    return { isTaken: false, text: describeSendError(error) };
  }
}

function payloadOf(delivery: Pending, game: string): DeliveryPayload {
  const { Type: type, CreatedAt: timestamp } = delivery;
  const shared = {
    delivery_id: delivery.DeliveryId,
    account_id: delivery.AccountId ?? '',
    game,
    game_uid: delivery.GameUid,
    products: delivery.Products.map(({ Sku, Quantity, Payload }) => ({
      sku: Sku,
      quantity: Quantity,
      ...(Payload !== undefined && { payload: Payload }),
    })),
  };
  if (type === 'quest.reward') return { type, timestamp, data: { quest_id: delivery.QuestId ?? '', ...shared } };
  return {
    type,
    timestamp,
    data: {
      order_id: delivery.PublicOrderId ?? '',
      ...shared,
      price_minor: delivery.PriceMinor ?? 0,
      currency: delivery.Currency ?? '',
      is_test: delivery.IsTest ?? false,
      ...(delivery.DeveloperPayload !== undefined && { developer_payload: delivery.DeveloperPayload }),
    },
  };
}

async function pauseUnless(signal: AbortSignal, ms: number): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
