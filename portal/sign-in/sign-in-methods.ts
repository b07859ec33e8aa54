import i18next from 'i18next';
import type { BrowserAdapter, IdentityBrowserHost } from '#identities/port.browser.ts';
import type { SignInMethod } from '#model/runtime-config.ts';
import { log } from '#portal/log.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { createIdentityBrowserHost } from './popup.ts';

export const signInMethods: Readonly<Record<string, SignInMethod>> = runtimeConfig.signIn ?? {};

type Allowed = readonly string[] | undefined;

const ownProviders = runtimeConfig.portal?.CompanyBranding.AuthProviders;

/** In the order of the portal's configuration. Email has its own field. */
export function offeredProviders(allowed: Allowed = ownProviders): readonly string[] {
  return (allowed ?? Object.keys(signInMethods)).filter(
    (name) => name !== 'email' && Object.hasOwn(signInMethods, name),
  );
}

/**
 * The providers of a game's list that the portal offers too. Undefined if none is left, so that the player can still
 * sign in.
 */
export function selectGameProvidersOfferedByPortal(names: readonly string[], own: Allowed = ownProviders): Allowed {
  const offered = names.filter((name) => own?.includes(name) ?? true);
  return offered.length === 0 ? undefined : offered;
}

/** A portal that lists no provider still accepts email. */
export function offersEmail(allowed: Allowed = ownProviders): boolean {
  return allowed === undefined || allowed.length === 0 || allowed.includes('email');
}

/** Each provider, including email, with the identity type that it proves. */
export function mapProvidersToIdentityTypes(): Readonly<Record<string, string>> {
  const providers = offeredProviders().map((name) => [name, signInMethods[name]?.identityType ?? name] as const);
  return { ...(offersEmail() && { email: 'Email' }), ...Object.fromEntries(providers) };
}

export function findProviderForIdentityType(type: string): string | undefined {
  return Object.entries(mapProvidersToIdentityTypes()).find(([, proved]) => proved === type)?.[0];
}

export const providerTitle = (provider: string): string =>
  provider.length <= 2 ? provider.toUpperCase() : provider.charAt(0).toUpperCase() + provider.slice(1);

/** Rejects if the adapter could not be loaded; the next call tries again. */
export async function loadIdentityAdapter({ folder }: SignInMethod): Promise<BrowserAdapter> {
  const load = adapters[`../../identities/${folder}/adapter.browser.ts`];
  if (!load) throw new Error(`identities/${folder} has no adapter.browser.ts.`);
  return load();
}

/** Created for every attempt, because the language may have changed. */
export function createPageIdentityHost(): IdentityBrowserHost {
  return createIdentityBrowserHost({
    window,
    channel: (name) => new BroadcastChannel(name),
    // Not the API client: the vendor must not get our session token.
    fetch: (address, init) => window.fetch(address, init),
    basePath: runtimeConfig.basePath,
    locale: i18next.language,
    log: { warn: (text, detail) => log.warn(text, detail) },
  });
}

const adapters = import.meta.glob<BrowserAdapter>('../../identities/*/adapter.browser.ts', { import: 'adapter' });
