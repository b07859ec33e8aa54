// Reads the JSON that a browser makes of its push subscription. Messages are posted to the address in it, so only the services
// of browsers are taken: a server that posts where it is told to can be sent anywhere.
import { hash } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { object, text } from '#model/schema.ts';
import { isCurvePoint } from './is-curve-point.ts';
import { isPushService, type PushServices } from './push-services.ts';

export interface ReadSubscription {
  readonly endpointHash: Buffer;
  /** As it is to be kept: without anything that was not asked for. */
  readonly json: string;
}

/** Undefined: it is no subscription, or one of a service that is not known. */
export function readSubscription(token: string, services: PushServices): ReadSubscription | undefined {
  const given = parseJson(token);
  if (!Value.Check(Subscription, given)) return undefined;
  const { endpoint, expirationTime, keys } = given;
  const address = URL.parse(endpoint);
  if (!address || !isPushService(address, services)) return undefined;
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

/** As it is kept. */
export type StoredSubscription = Pick<Static<typeof Subscription>, 'endpoint' | 'keys'>;

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    // What is no JSON is no subscription.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
