// The SDK, independent of how it was loaded. It guarantees:
// - `init` always resolves, within a limited time, so it never prevents a game from starting.
// - Every call settles; a call that can't work rejects with a code.
// - A closed connection can be reopened: calls reject with Closed until `init` is called again. Listeners stay.
// - A listener that throws does not affect other listeners.
import { createConnection } from './create-connection.ts';
import type { SdkHostEnvironment } from './find-portal.ts';
import { createLazyModule } from './create-lazy-module.ts';
import { createModules } from './modules.ts';
import type { Sdk } from './sdk.ts';
import { version } from './version.ts';

export function createSdk(surroundings: SdkHostEnvironment): Sdk {
  const connection = createConnection(surroundings);
  const { call, info } = connection;
  const { payments, ...modules } = createModules(call);
  return {
    version,
    get environment() {
      return connection.environment();
    },
    init: connection.init,
    call,
    invoke: call,
    on: connection.on,

    capabilities: {
      has: (capability) => info()?.social.capabilities.includes(capability) ?? false,
    },

    player: {
      get info() {
        return info();
      },
      refresh: connection.refreshInfo,
      signIn: () => call('AuthenticateUser'),
      setStatus: (status, options) => call('SetStatus', { ...options, status }),
    },

    locale: {
      get current() {
        return info()?.fxId.locale ?? 'en';
      },
      change: (language) => call('ChangeLanguage', { language }).then((answer) => answer.language),
    },

    payments: {
      ...payments,
      get available() {
        return info()?.social.paymentsAvailable ?? false;
      },
    },

    saves: createLazyModule(
      ['get', 'set', 'remove', 'keys', 'clear', 'setSummary', 'flush', 'onConflict', 'localStorage'],
      async () => (await surroundings.loadSaves())(call, connection.on),
    ),

    ...modules,
  };
}
