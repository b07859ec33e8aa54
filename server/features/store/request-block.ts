// The block that a platform's browser adapter adds to the request for a payment. The contract has checked it by the manifest.
import type { PlatformManifest } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';

/** @param platform its name on the wire */
export function findRequestBlock(platform: string, body: Readonly<Record<string, unknown>>): object | undefined {
  const key = keys.get(platform);
  const block = key === undefined ? undefined : body[key];
  return typeof block === 'object' && block !== null ? block : undefined;
}

const keys: ReadonlyMap<string, string> = new Map(
  Object.values<PlatformManifest>(registry).flatMap(({ id, paymentRequest }) =>
    paymentRequest ? [[id, paymentRequest.key]] : [],
  ),
);
