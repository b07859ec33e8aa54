import { vi } from 'vitest';

interface StubbedRegistration {
  readonly scope: string;
  readonly unregister: () => Promise<boolean>;
}

/** Replaces the browser's service workers: the portal's is registered, and games are added. */
export function stubGameRegistrations({ failing = '' } = {}) {
  const ended: string[] = [];
  const scripts: string[] = [];
  const registrations = new Map<string, StubbedRegistration>();
  const add = (scope: string): StubbedRegistration => {
    const game = scope.split('/').at(-2) ?? '';
    let subscription: PushSubscription | null = null;
    const pushManager = {
      getSubscription: async () => subscription,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (game === failing) throw new Error('There is no push service.');
        const endpoint = `${game} ${applicationServerKey}`;
        subscription ??= {
          options: { applicationServerKey: decodeKey(applicationServerKey) },
          unsubscribe: async () => {
            ended.push(endpoint);
            subscription = null;
            return true;
          },
          toJSON: () => ({ endpoint }),
        } as unknown as PushSubscription;
        return subscription;
      },
    };
    const active = Object.assign(new EventTarget(), { state: 'activated' });
    const made = { scope, active, pushManager, unregister: async () => registrations.delete(scope) };
    registrations.set(scope, made);
    return made;
  };
  const portal = add(new URL('/portal/', location.origin).href);
  vi.stubGlobal('navigator', {
    serviceWorker: {
      ready: Promise.resolve(portal),
      getRegistrations: async () => [...registrations.values()],
      register: async (script: string, options: { scope: string }) => {
        scripts.push(script);
        const scope = new URL(options.scope, location.origin).href;
        return registrations.get(scope) ?? add(scope);
      },
    },
  });
  return {
    scopes: (): readonly string[] => [...registrations.keys()],
    scripts: (): readonly string[] => scripts,
    ended: (): readonly string[] => ended,
  };
}

function decodeKey(key: string): ArrayBuffer {
  const bytes = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)).buffer;
}
