import { onlineManager } from '@tanstack/react-query';
import { safePath } from '#model/safe-destination.ts';
import { createQueryClient } from './queries/create-query-client.ts';
import { startDebugTools } from './debugging/debug-tools.ts';
import { renderInBrowser } from './render-in-browser.tsx';
import { startLanguages } from './i18n/start-languages.ts';
import { deferInstallPrompt } from './install-prompt.ts';
import { log } from './log.ts';
import { watchMissingFiles } from './missing-file.ts';
import { startReporting } from './reporting/reporting.ts';
import { yieldToBrowser } from './yield-to-browser.ts';
import { captureLaunchUrl } from './platform/launch-url.ts';
import { findPlatformOfPage } from './platform/platform-page.ts';
import { runtimeConfig } from './runtime-config.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { unsentSavesKey } from './saves/unsent-saves-key.ts';
import { keepSessionInMemory } from './session-token.ts';
import { storage } from './storage.ts';
import './ui/fonts.css';
import './ui/tokens.css';

// Checked first: an outdated browser shows a message instead of this element.
const place = document.querySelector('#portal');
if (!place) throw new Error('The page has no element #portal to render in.');

log.setLevel(runtimeConfig.logLevel ?? 'warn');
// A path such as `//host` could be read as another host.
if (safePath(window.location.pathname, window.location.origin) === undefined)
  window.history.replaceState(window.history.state, '', runtimeConfig.basePath);
const isOnPlatform = findPlatformOfPage(window.location, runtimeConfig) !== undefined;
if (isOnPlatform) {
  keepSessionInMemory();
  captureLaunchUrl(runtimeConfig.routerType === 'hash');
}
watchMissingFiles();
startReporting(runtimeConfig);
startDebugTools(runtimeConfig);
deferInstallPrompt();
// Games use the right mouse button themselves.
document.addEventListener('contextmenu', (event) => event.preventDefault());

// The page may have started offline, which fires no event.
onlineManager.setOnline(navigator.onLine);
const queries = createQueryClient();

// Not awaited at the top level: modules loaded in between may depend on this one.
void yieldToBrowser()
  .then(startLanguages)
  .then(() => renderInBrowser({ place, queries, isOnPlatform, onShown: startBackgroundWork }));

function startBackgroundWork(): void {
  registerServiceWorker(runtimeConfig);
  if (storage.get(unsentSavesKey) !== undefined)
    void import('./saves/watch-unsent-saves.ts').then(({ watchUnsentSaves }) => watchUnsentSaves());
}
