import { consent } from '#portal/reporting/consent.ts';
import { recordInDataLayer } from '#portal/reporting/data-layer.ts';
import { readProfile } from '#portal/session.ts';

/** Reports a sign-in with the player's ids. Call it when the session has begun. Never rejects. */
export async function trackLogin(method: string): Promise<void> {
  if (consent() !== 'granted') return;
  // Without the profile the event has no ids.
  await readProfile().catch(() => undefined);
  await recordInDataLayer('login', { method });
}
