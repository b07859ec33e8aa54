// What a game pushes to the tag manager. Nothing before the player has agreed, and no address of theirs whatever the game says.
import type { Scalars } from '#bridge/shapes.ts';
import { consent, type ConsentStatus } from '#portal/reporting/consent.ts';

export function pushGameData(
  game: string,
  data: Readonly<Record<string, Scalars[string] | undefined>>,
  page: { dataLayer?: unknown[] } = globalThis as { dataLayer?: unknown[] },
  status: () => ConsentStatus = consent,
): void {
  if (status() !== 'granted') return;
  const harmless = Object.entries(data).filter(([, value]) => !(typeof value === 'string' && value.includes('@')));
  // Never replaced: the tag manager listens to this very array. Without one nobody empties it.
  page.dataLayer ??= [];
  page.dataLayer.push({ ...Object.fromEntries(harmless), fxid_game: game });
  if (page.dataLayer.length > longest) page.dataLayer.shift();
}

const longest = 300;
