// Posts one message to a browser's push service, encrypted for the browser and signed with the subscription's key.
import webPush from 'web-push';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import type { PushKeyPair } from './push-keys.ts';
import { isAllowedPushService, type AllowedPushServices } from './push-services.ts';
import type { StoredSubscription } from './parse-subscription.ts';

export interface PostPushMessageDeps {
  readonly fetch: SafeFetch;
  readonly now: () => Date;
  readonly services: AllowedPushServices;
  readonly contact: string;
}

export interface PushMessageToPost {
  readonly subscription: StoredSubscription;
  readonly key: PushKeyPair;
  readonly payload: string;
  readonly ttlSeconds: number;
  /** Of two messages with the same topic, the service keeps the later one. At most 32 characters of base64url. */
  readonly topic: string;
}

/**
 * `gone`: the subscription no longer exists. `key refused`: it belongs to another key. `later`: retry. `refused`: an
 * error of the server or the service.
 */
export type PostPushMessageResult =
  | { readonly outcome: 'taken' | 'gone' | 'key refused' | 'too large' | 'refused'; readonly status: number }
  | { readonly outcome: 'later'; readonly why: string; readonly afterSeconds?: number };

export type PostPushMessage = (message: PushMessageToPost) => Promise<PostPushMessageResult>;

export function createPushMessagePoster(deps: PostPushMessageDeps): PostPushMessage {
  const { now, services, contact } = deps;
  const signed = new Map<string, { readonly header: string; readonly untilMs: number }>();
  /** A signature is reused for all messages to a service until it expires. */
  const authorize = (audience: string, { publicKey, privateKey }: PushKeyPair): string => {
    const name = `${audience} ${publicKey}`;
    const nowMs = now().getTime();
    const known = signed.get(name);
    if (known && known.untilMs > nowMs) return known.header;
    const expires = Math.floor(nowMs / 1000) + jwtSeconds;
    const { Authorization } = webPush.getVapidHeaders(audience, contact, publicKey, privateKey, 'aes128gcm', expires);
    signed.set(name, { header: Authorization, untilMs: nowMs + reuseMs });
    return Authorization;
  };
  return async ({ subscription: { endpoint, keys }, key, payload, ttlSeconds, topic }) => {
    const address = URL.parse(endpoint);
    // The list of services may have changed since the subscription was stored.
    if (!address || !isAllowedPushService(address, services)) return { outcome: 'gone', status: 0 };
    const { cipherText } = webPush.encrypt(keys.p256dh, keys.auth, payload, 'aes128gcm');
    try {
      const { status, headers } = await deps.fetch(endpoint, {
        method: 'POST',
        headers: {
          ttl: String(ttlSeconds),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          authorization: authorize(address.origin, key),
          urgency: 'normal',
          topic,
        },
        body: cipherText,
        maxBytes: 64 * 1024,
        provider: 'push',
      });
      return readAnswer(status, headers['retry-after'], now());
    } catch (error) {
      return { outcome: 'later', why: error instanceof Error ? error.message : String(error) };
    }
  };
}

const jwtSeconds = 12 * 3600;
const reuseMs = 4 * 3600 * 1000;

function readAnswer(status: number, retryAfter: string | string[] | undefined, now: Date): PostPushMessageResult {
  if (status >= 200 && status <= 299) return { outcome: 'taken', status };
  if (status === 404 || status === 410) return { outcome: 'gone', status };
  if (status === 401 || status === 403) return { outcome: 'key refused', status };
  if (status === 413) return { outcome: 'too large', status };
  if (status === 429 || status >= 500) {
    const afterSeconds = readPause([retryAfter].flat()[0], now);
    return { outcome: 'later', why: `it answered ${status}`, ...(afterSeconds !== undefined && { afterSeconds }) };
  }
  return { outcome: 'refused', status };
}

/** `Retry-After` is a number of seconds or a date. */
function readPause(retryAfter: string | undefined, now: Date): number | undefined {
  if (retryAfter === undefined) return undefined;
  const seconds = /^\d{1,7}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : undefined;
}
