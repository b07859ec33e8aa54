// Subscribes this browser to push messages. Browsers prompt only after a click, and never in a frame.
export type PushOutcome =
  | { readonly outcome: 'registered' }
  | { readonly outcome: 'skipped'; readonly message: string }
  | { readonly outcome: 'unavailable'; readonly message: string };

export interface PushBrowser {
  readonly isFramed: boolean;
  readonly notifications: Pick<typeof Notification, 'permission' | 'requestPermission'> | undefined;
  /** Never resolves if there is no service worker. */
  readonly worker: Promise<{ readonly pushManager?: PushManager }> | undefined;
}

const notificationsNotGranted = 'Notification permission was not granted';
export const workerTimeoutMs = 10_000;

/** Browsers do not prompt in a frame, nor after a denial. */
export const canAskForPush = ({ isFramed, notifications }: PushBrowser): boolean =>
  !isFramed && notifications?.permission !== 'denied';

export async function registerPush(
  browser: PushBrowser,
  publicKey: string,
  save: (subscription: PushRegistration) => Promise<unknown>,
): Promise<PushOutcome> {
  const { notifications, worker } = browser;
  if (!canAskForPush(browser)) return { outcome: 'skipped', message: notificationsNotGranted };
  if (!notifications || !worker)
    return { outcome: 'unavailable', message: 'This browser knows no push messages, or the page is not secure.' };
  if ((await notifications.requestPermission()) !== 'granted')
    return { outcome: 'skipped', message: notificationsNotGranted };
  const registration = await waitInTime(worker, workerTimeoutMs);
  if (!registration?.pushManager)
    return { outcome: 'unavailable', message: 'There is no service worker that could take push messages.' };
  await save(await createPushRegistration(registration.pushManager, publicKey));
  return { outcome: 'registered' };
}

export interface PushRegistration {
  readonly Platform: 'web';
  readonly Token: string;
  readonly PublicKey: string;
  readonly TimeZone: string;
}

/** Subscribes with the key, unless already subscribed. */
export async function createPushRegistration(manager: PushManager, publicKey: string): Promise<PushRegistration> {
  const Token = JSON.stringify(await subscribe(manager, publicKey));
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { Platform: 'web', Token, PublicKey: publicKey, TimeZone: timeZone };
}

/** A service worker has one subscription, so one with another key must be removed first. */
async function subscribe(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  if (known && keyOf(known) !== publicKey.replace(/=+$/, '')) await known.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = new Uint8Array(applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** Undefined: not in time. */
export async function waitInTime<T>(wanted: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    return await Promise.race([wanted, late]);
  } finally {
    clearTimeout(timer);
  }
}
