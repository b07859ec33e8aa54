import { adapter } from '#platforms/fxid/adapter.browser.ts';
import type { BrowserHost } from '#platforms/port.browser.ts';
import type { ConnectedPlatform } from '#portal/platform/connected-platform.ts';
import { startPlatform } from '#portal/platform/start-platform.ts';

export function startOwnPlatform(isSignedIn: () => boolean): Promise<ConnectedPlatform> {
  return startPlatform(
    { folder: 'fxid', id: 'FxId', title: 'FxId', loginKey: 'FxIdLogin', purchases: 'portal', headerUi: true },
    {
      // The portal's adapter reads nothing else of it.
      host: { isSignedIn, log: { warn: () => undefined } } as unknown as BrowserHost,
      calls: {},
      authenticateByLink: async () => false,
      authenticate: () => Promise.reject(new Error('Our own portal proves nothing.')),
      signOut: () => undefined,
      loadAdapter: async () => adapter,
    },
  );
}
