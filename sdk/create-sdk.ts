// The SDK itself, without knowing how it was loaded. What it promises a game:
// - `init` always resolves, within a bounded time. It is never the reason why a game does not start.
// - Every call settles; a call that cannot work rejects with a code.
// - A connection that has ended can be made anew: calls reject with Closed until `init` is called again. Listeners stay.
// - A listener that throws disturbs nobody else.
import { createConnection } from './create-connection.ts';
import type { Surroundings } from './find-portal.ts';
import { createModules } from './modules.ts';
import type { Sdk } from './sdk.ts';
import { version } from './version.ts';

export function createSdk(surroundings: Surroundings): Sdk {
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

    ...modules,
  };
}
