// What the core gives to the server half of a payment provider: a door to the outside, a clock, a log and the settings that an
// operator has made, for the portal or for one game.
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '#model/problem.ts';
import type { ProviderHost } from '#payments/port.server.ts';
import type { AdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { askAs } from '#server/http/count-calls.ts';
import type { Log } from '#server/http/log.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import type { LoadedProvider } from './load-providers.ts';

export interface ProviderDeps {
  readonly providers: readonly LoadedProvider[];
  readonly settings: AdapterSettings;
  readonly fetch: SafeFetch;
  readonly now: () => Date;
  readonly log: Log;
}

export type ProviderSettings =
  | { readonly outcome: 'set'; readonly settings: unknown }
  | { readonly outcome: 'not set' };

/** The settings of a game, else of the portal; without a game those of the portal alone. */
export async function settingsOf(
  deps: ProviderDeps,
  { family, folder, manifest }: LoadedProvider,
  game: string | undefined,
): Promise<ProviderSettings> {
  if (!manifest.settings) return { outcome: 'set', settings: undefined };
  const settings = await deps.settings.read(family, folder, manifest.settings, game);
  return settings === undefined ? { outcome: 'not set' } : { outcome: 'set', settings };
}

/** Whether the settings by which something was proved are those of the game: who proves something proves it of his own. */
export async function areSettingsOf(
  deps: ProviderDeps,
  provider: LoadedProvider,
  settings: unknown,
  game: string,
): Promise<boolean> {
  const own = await settingsOf(deps, provider, game);
  return own.outcome === 'set' && isDeepStrictEqual(own.settings, settings);
}

/** Throws NotConfigured where nobody has set the provider up. A half takes the host of its own settings, which these are. */
export async function hostOf(deps: ProviderDeps, provider: LoadedProvider, game: string | undefined): Promise<never> {
  const found = await settingsOf(deps, provider, game);
  if (found.outcome === 'not set')
    throw new Problem('NotConfigured', `Payment with ${provider.manifest.title} is not set up here.`);
  return hostWith(deps, provider, found.settings);
}

/** The schema of the manifest has checked the settings; the type of the half's own host is not known here. */
export function hostWith({ fetch, now, log }: ProviderDeps, { folder }: LoadedProvider, settings: unknown): never {
  const host: ProviderHost = { fetch: askAs(fetch, folder), now, log, settings };
  return host as never;
}

export function providerOf({ providers }: ProviderDeps, folder: string): LoadedProvider {
  const found = providers.find((provider) => provider.folder === folder);
  if (!found) throw new Error(`There is no payment provider ${folder} any more: its folder has no server half.`);
  return found;
}

/** Whatever a half waits for, it ends: an answer that is not there by then counts as none. */
export async function inTime<Result>(
  provider: LoadedProvider,
  asked: Promise<Result>,
  waitMs = longestWaitMs,
): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`${provider.manifest.title} has not answered within ${waitMs / 1000} s.`)),
    waitMs,
  );
  try {
    return await Promise.race([asked, over]);
  } finally {
    clearTimeout(timer);
  }
}

// Longer than the door to the outside waits for one answer: a half may need two.
const longestWaitMs = 15_000;
