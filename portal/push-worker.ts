// The service worker of a game with its own push key, with the scope push/<game>/. It only handles push messages.
import { handlePushEvents, type PushWorkerScope } from './push/handle-push-events.ts';

const worker = globalThis as unknown as PushWorkerScope;

// No page is in its scope, so a new version can replace the old one at once.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
handlePushEvents(worker, new URL('../../', worker.registration.scope).href);
