// A browser's push messages. A headless browser has no push service, so the page subscribes to the lab's, and the test
// passes received messages to the service worker.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, queryLabDatabase, type Player } from './lab-people.ts';
import type { LabServer } from './lab-server.ts';

/** A page of a signed-in player who allows notifications and has no quiet hours. */
export async function openPageForPush(
  lab: LabServer,
  browser: Browser,
  { accountId, token }: Player,
): Promise<{ context: BrowserContext; page: Page }> {
  await queryLabDatabase(lab, 'update accounts set quiet_from = 0, quiet_until = 0 where account_id = $1', [accountId]);
  const context = await browser.newContext({
    permissions: ['notifications'],
    storageState: {
      cookies: [],
      origins: [{ origin: lab.url, localStorage: [{ name: 'AuthToken', value: token }] }],
    },
  });
  const page = await context.newPage();
  await page.addInitScript(subscribeToLab);
  return { context, page };
}

/** Resolves when the portal's service worker controls the page. */
export const waitForServiceWorker = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');

/** Runs in the page: replaces its push subscriptions with those of the lab's push service. */
function subscribeToLab(): void {
  const made = new WeakMap<PushManager, PushSubscription>();
  PushManager.prototype.getSubscription = async function getSubscription(this: PushManager) {
    return made.get(this) ?? null;
  };
  PushManager.prototype.subscribe = async function subscribe(this: PushManager, options) {
    const applicationServerKey = options?.applicationServerKey as string;
    const answer = await fetch('/lab/push/subscribe', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ applicationServerKey }),
    });
    const json = (await answer.json()) as PushSubscriptionJSON;
    localStorage.setItem(`lab push ${applicationServerKey}`, json.endpoint ?? '');
    const bytes = atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'));
    const key = Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)).buffer;
    const subscription = {
      options: { applicationServerKey: key },
      unsubscribe: async () => made.delete(this),
      toJSON: () => json,
    } as unknown as PushSubscription;
    made.set(this, subscription);
    return subscription;
  };
}

export const readPortalPushKey = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { fxidConfig } = window as unknown as { fxidConfig: { portal: { WebPushPublicKey: string } } };
    return fxidConfig.portal.WebPushPublicKey;
  });

/** The texts of the messages to this page's subscription with this key. */
export async function readReceivedPushes(lab: LabServer, page: Page, publicKey: string): Promise<string[]> {
  const endpoint = await page.evaluate((key) => localStorage.getItem(`lab push ${key}`) ?? '', publicKey);
  const answer = await fetch(`${lab.url}/lab/push/received?endpoint=${encodeURIComponent(endpoint)}`);
  return ((await answer.json()) as { text: string }[]).map(({ text }) => text);
}

/** Passes a message to the service worker with this scope. */
export async function deliverPush(context: BrowserContext, page: Page, scope: string, data: string): Promise<void> {
  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === scope);
      if (found) resolve(found.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await devTools.send('ServiceWorker.deliverPushMessage', { origin: new URL(scope).origin, registrationId, data });
}

export const readNotificationTitles = (page: Page, scope: string): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    const found = registrations.find((each) => each.scope === wanted);
    return ((await found?.getNotifications()) ?? []).map(({ title }) => title);
  }, scope);

/**
 * Runs in the worker: clicks the notification. Browsers open windows only after a real click, so this returns the
 * address instead.
 */
export async function clickNotification(): Promise<string> {
  const worker = globalThis as unknown as {
    registration: ServiceWorkerRegistration;
    clients: { openWindow(address: string): Promise<null>; matchAll(): Promise<unknown[]> };
    dispatchEvent(event: Event): boolean;
  };
  const [notification] = await worker.registration.getNotifications();
  return new Promise((resolve) => {
    worker.clients.matchAll = async () => [];
    worker.clients.openWindow = async (address) => {
      resolve(address);
      return null;
    };
    const made = globalThis as unknown as { NotificationEvent: new (type: string, init: object) => Event };
    worker.dispatchEvent(new made.NotificationEvent('notificationclick', { notification }));
  });
}
