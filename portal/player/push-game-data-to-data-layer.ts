// Pushes a game's data to the tag manager, only with the player's consent, and never with their email address.
import type { ScalarValues } from '#bridge/shapes.ts';
import { consent, type ConsentStatus } from '#portal/reporting/consent.ts';

export function pushGameDataToDataLayer(
  game: string,
  data: Readonly<Record<string, ScalarValues[string] | undefined>>,
  page: { dataLayer?: unknown[] } = globalThis as { dataLayer?: unknown[] },
  status: () => ConsentStatus = consent,
): void {
  if (status() !== 'granted') return;
  const harmless = Object.entries(data).filter(([, value]) => !(typeof value === 'string' && value.includes('@')));
  // The tag manager listens to this array, so it is never replaced.
  page.dataLayer ??= [];
  page.dataLayer.push({ ...Object.fromEntries(harmless), fxid_game: game });
  if (page.dataLayer.length > longest) page.dataLayer.shift();
}

const longest = 300;
