// Connects the player's account at a service to a game, with the service's browser adapter.
import type { ConnectionBrowserAdapter } from '#identities/port.browser.ts';
import type { ConnectedService } from '#model/account.ts';
import { apiClient } from '#portal/api.ts';
import { createPageIdentityHost } from '#portal/sign-in/sign-in-methods.ts';

/** Rejects if the adapter could not be loaded; the next call tries again. */
export async function loadConnectionAdapter(service: string): Promise<ConnectionBrowserAdapter> {
  const load = adapters[`../../../identities/${service}/adapter.browser.ts`];
  if (!load) throw new Error(`identities/${service} has no adapter.browser.ts.`);
  return load();
}

/** Must be called during the click: the adapter opens a popup. */
export function connectService(
  adapter: ConnectionBrowserAdapter,
  { Game, Service, Options }: Pick<ConnectedService, 'Game' | 'Service' | 'Options'>,
): ReturnType<ConnectionBrowserAdapter['connect']> {
  const calls: Readonly<Record<string, unknown>> = apiClient;
  return adapter.connect(Game, Options, { ...createPageIdentityHost(), calls: calls[Service] });
}

const adapters = import.meta.glob<ConnectionBrowserAdapter>('../../../identities/*/adapter.browser.ts', {
  import: 'adapter',
});
