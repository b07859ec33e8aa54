// What was chosen in the lab, for platforms of our own: there the portal itself signs in, sells and shows ads, so it learns the choice
// from its address. The names are read by portal/platform/lab-scenario.ts.
import type { LabChoice } from '#lab/model/lab-address.ts';
import * as manifests from '#platforms/registry.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import { defaultScenario } from '#platforms/scenario.ts';

/** Whether players of this platform bring a code of ours, which no vendor proves. */
export function isOwnPlatform(folder: string): boolean {
  const { login } = (manifests as Readonly<Record<string, PlatformManifest>>)[folder] ?? {};
  return login !== undefined && Object.hasOwn(login.block.properties, 'LoginCode');
}

/** The demo player to sign in; undefined: a guest. Their names differ from those of the simulated vendors' people. */
export const demoPlayerFor = (player: LabChoice['player']): string | undefined =>
  ({ registered: 'Ada', friends: 'Ada', abroad: 'Chiyo', guest: undefined })[player];

/** Adds what was chosen to the address of the player's page. */
export function addOwnScenario(url: URL, folder: string, { payment, ad }: LabChoice): void {
  const { purchases } = (manifests as Readonly<Record<string, PlatformManifest>>)[folder] ?? {};
  // A store takes the money elsewhere, and its simulator knows what to do.
  if (purchases === 'portal' && payment !== defaultScenario.payment) url.searchParams.set(paymentParameter, payment);
  if (ad !== defaultScenario.ad) url.searchParams.set(adParameter, ad);
}

export const paymentParameter = 'lab-payment';
export const adParameter = 'lab-ad';
