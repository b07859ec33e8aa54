// Passes the chosen scenario to our own platforms, through the portal's address (portal/platform/lab-scenario.ts).
import type { LabOptions } from '#lab/model/lab-options.ts';
import * as manifests from '#platforms/registry.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import { defaultScenario } from '#platforms/scenario.ts';

/** Whether players of this platform sign in with our own one-time code instead of a vendor's proof. */
export function isOwnPlatform(folder: string): boolean {
  const { login } = (manifests as Readonly<Record<string, PlatformManifest>>)[folder] ?? {};
  return login !== undefined && Object.hasOwn(login.block.properties, 'LoginCode');
}

/** The demo player to sign in; undefined for a guest. */
export const demoPlayerFor = (player: LabOptions['player']): string | undefined =>
  ({ registered: 'Ada', friends: 'Ada', abroad: 'Chiyo', guest: undefined })[player];

export function addScenarioToUrl(url: URL, folder: string, { payment, ad }: LabOptions): void {
  const { purchases } = (manifests as Readonly<Record<string, PlatformManifest>>)[folder] ?? {};
  // With a store, the store's simulator handles the payment.
  if (purchases === 'portal' && payment !== defaultScenario.payment)
    url.searchParams.set(paymentScenarioParameterName, payment);
  if (ad !== defaultScenario.ad) url.searchParams.set(adParameter, ad);
}

export const paymentScenarioParameterName = 'lab-payment';
const adParameter = 'lab-ad';
