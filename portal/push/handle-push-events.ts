// Shows push messages and opens their pages. Runs in service workers. Every message is shown, because browsers revoke
// the permission otherwise.
import { resolvePortalUrl, readPushMessage, focusOrOpenPage, type OpenedTab } from './push-notification.ts';

/** TypeScript's worker types conflict with those for pages. */
export interface PushWorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<readonly OpenedTab[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionEvent) => void): void;
}

export interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface PushEvent extends LastingEvent {
  readonly data: { text(): string } | null;
}

interface ClickEvent extends LastingEvent {
  readonly notification: Notification;
}

interface SubscriptionEvent extends LastingEvent {
  readonly newSubscription?: PushSubscription | null;
}

/** @param root the portal's root, which is not the scope of a game's own registration */
export function handlePushEvents(worker: PushWorkerScope, root: string): void {
  worker.addEventListener('push', (event) => event.waitUntil(showMessage(worker, root, event.data?.text())));
  worker.addEventListener('notificationclick', (event) => {
    const { notification } = event;
    notification.close();
    event.waitUntil(goTo(worker, root, resolvePortalUrl(notification.data, root) ?? root));
  });
  // The worker has no session to register the new subscription, so it is removed; the portal subscribes again on the
  // next visit.
  worker.addEventListener('pushsubscriptionchange', (event) => {
    if (event.newSubscription) event.waitUntil(event.newSubscription.unsubscribe());
  });
}

const manifestTimeoutMs = 8000;

/** A message that can't be parsed is shown with the portal's name only. */
async function showMessage(worker: PushWorkerScope, root: string, text: string | undefined): Promise<void> {
  const message = readPushMessage(text, root);
  const portal = await readManifest(root);
  await worker.registration.showNotification(message?.title ?? portal.name ?? new URL(root).host, {
    body: message?.body ?? '',
    icon: portal.icon ?? '',
    data: message?.url ?? root,
    ...(message?.tag !== undefined && { tag: message.tag }),
  });
}

async function readManifest(root: string): Promise<{ readonly name?: string; readonly icon?: string }> {
  try {
    // oxlint-disable-next-line eslint/no-restricted-globals -- A worker has no session, and the manifest needs none.
    const answer = await fetch(`${root}manifest.webmanifest`, { signal: AbortSignal.timeout(manifestTimeoutMs) });
    const { name, icons } = (await answer.json()) as { name?: unknown; icons?: readonly { src?: unknown }[] };
    const icon = resolvePortalUrl(icons?.[0]?.src, root);
    return { ...(typeof name === 'string' && name !== '' && { name }), ...(icon !== undefined && { icon }) };
  } catch {
    // Shown without the portal's name and icon.
    return {};
  }
}

async function goTo(worker: PushWorkerScope, root: string, address: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await focusOrOpenPage(pages, address, (wanted) => worker.clients.openWindow(wanted), root);
}
