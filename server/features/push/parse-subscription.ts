// Parses a browser's push subscription. The server posts to its address, so only known push services are accepted.
import { hash } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { object, text } from '#model/schema.ts';
import { isCurvePoint } from './is-curve-point.ts';
import { isAllowedPushService, type AllowedPushServices } from './push-services.ts';

export interface ParsedSubscription {
  readonly endpointHash: Buffer;
  readonly json: string;
}

/** Undefined: not a subscription, or an unknown push service. */
export function parseSubscription(token: string, services: AllowedPushServices): ParsedSubscription | undefined {
  const given = parseJson(token);
  if (!Value.Check(Subscription, given)) return undefined;
  const { endpoint, expirationTime, keys } = given;
  const address = URL.parse(endpoint);
  if (!address || !isAllowedPushService(address, services)) return undefined;
  if (!isCurvePoint(keys.p256dh) || Buffer.from(keys.auth, 'base64url').length !== 16) return undefined;
  return {
    endpointHash: hash('sha256', address.href, 'buffer'),
    json: JSON.stringify({ endpoint: address.href, expirationTime: expirationTime ?? null, keys }),
  };
}

const base64url = '^[A-Za-z0-9_-]+={0,2}$';

const Subscription = Type.Object({
  endpoint: text(2048, { pattern: '^https?://' }),
  expirationTime: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  keys: object({ p256dh: text(90, { pattern: base64url }), auth: text(24, { pattern: base64url }) }),
});

export type StoredSubscription = Pick<Static<typeof Subscription>, 'endpoint' | 'keys'>;

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
