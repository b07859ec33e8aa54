// Extra parameters that a platform's browser adapter adds to a payment request. The contract validates them by the
// manifest.
import type { PlatformManifest } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';

export function findPlatformPaymentParameters(
  platform: string,
  body: Readonly<Record<string, unknown>>,
): object | undefined {
  const key = keys.get(platform);
  const block = key === undefined ? undefined : body[key];
  return typeof block === 'object' && block !== null ? block : undefined;
}

const keys: ReadonlyMap<string, string> = new Map(
  Object.values<PlatformManifest>(registry).flatMap(({ id, paymentRequest }) =>
    paymentRequest ? [[id, paymentRequest.key]] : [],
  ),
);
