import type { PushBrowser } from './register-push.ts';

export function currentPushBrowser(): PushBrowser {
  return {
    isFramed: window.self !== window.top,
    notifications: 'Notification' in window ? Notification : undefined,
    worker: 'serviceWorker' in navigator ? navigator.serviceWorker.ready : undefined,
  };
}
