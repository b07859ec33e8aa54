import { expect, test, vi } from 'vitest';
import { registerPush, type PushBrowser } from './register-push.ts';

const publicKey = 'BFfpd_bbfjPD_nrPKELtmHAJyvVtRYaC_KRHt9PXYqs0xas3cLpXO9_1QUBlZA_7WzRt-oTexNtNaOX1nMRxwuw';

interface Behaviour {
  readonly permission?: NotificationPermission;
  readonly answer?: NotificationPermission;
  readonly knownKey?: string;
  readonly isFramed?: boolean;
}

/** A fake browser, and a list of its calls. */
function browser({ permission = 'default', answer = 'granted', knownKey, isFramed = false }: Behaviour = {}) {
  const did: string[] = [];
  const known = knownKey === undefined ? null : subscriptionOf(knownKey, did);
  const pushManager = {
    getSubscription: async () => known,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      did.push(`subscribe ${applicationServerKey}`);
      return { toJSON: () => ({ endpoint: 'https://push.example/1' }) };
    },
  } as unknown as PushManager;
  const notifications = {
    permission,
    requestPermission: async () => {
      did.push('ask');
      return answer;
    },
  };
  const made: PushBrowser = { isFramed, notifications, worker: Promise.resolve({ pushManager }) };
  return { browser: made, did };
}

function subscriptionOf(key: string, did: string[]): PushSubscription {
  const bytes = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  const { buffer } = Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
  return {
    options: { applicationServerKey: buffer },
    unsubscribe: async () => did.push('unsubscribe') > 0,
  } as unknown as PushSubscription;
}

test('asks, subscribes with the key and stores the subscription', async () => {
  const { browser: own, did } = browser();
  const saved: string[] = [];
  expect(await registerPush(own, publicKey, async ({ Token }) => saved.push(Token))).toEqual({ outcome: 'registered' });
  expect(did).toEqual(['ask', `subscribe ${publicKey}`]);
  expect(saved).toEqual(['{"endpoint":"https://push.example/1"}']);
});

test.each([
  ['in a frame', browser({ isFramed: true }), []],
  ['where it was refused before', browser({ permission: 'denied' }), []],
  ['when the player says no', browser({ answer: 'denied' }), ['ask']],
  ['when the player says nothing', browser({ answer: 'default' }), ['ask']],
])('is skipped %s', async (_, { browser: own, did }, done) => {
  const save = vi.fn<() => Promise<void>>();
  expect(await registerPush(own, publicKey, save)).toEqual({
    outcome: 'skipped',
    message: 'Notification permission was not granted',
  });
  expect(did).toEqual(done);
  expect(save).not.toHaveBeenCalled();
});

test('replaces a subscription with another key, and keeps one with the same', async () => {
  const other = browser({ knownKey: publicKey.replace('BFf', 'BAA') });
  await registerPush(other.browser, publicKey, async () => {});
  expect(other.did).toEqual(['ask', 'unsubscribe', `subscribe ${publicKey}`]);
  const same = browser({ knownKey: publicKey });
  await registerPush(same.browser, publicKey, async () => {});
  expect(same.did).toEqual(['ask', `subscribe ${publicKey}`]);
});

test('ends without a service worker, or if it never becomes ready', async () => {
  const { browser: own } = browser();
  const none = await registerPush({ ...own, worker: undefined }, publicKey, async () => {});
  expect(none.outcome).toBe('unavailable');
  vi.useFakeTimers();
  try {
    const never = registerPush({ ...own, worker: new Promise(() => {}) }, publicKey, async () => {});
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await never).outcome).toBe('unavailable');
  } finally {
    vi.useRealTimers();
  }
});

test("fails if the server doesn't store it", async () => {
  const { browser: own } = browser();
  const refusal = new Error('refused');
  await expect(registerPush(own, publicKey, () => Promise.reject(refusal))).rejects.toBe(refusal);
});
