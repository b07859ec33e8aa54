import { onlineManager } from '@tanstack/react-query';
import { safePath } from '#model/safe-destination.ts';
import { createQueries } from './queries/create-queries.ts';
import { startDebugTools } from './debugging/debug-tools.ts';
import { renderInBrowser } from './render-in-browser.tsx';
import { startLanguages } from './i18n/start-languages.ts';
import { holdInstallPrompt } from './install-prompt.ts';
import { log } from './log.ts';
import { watchMissingFiles } from './missing-file.ts';
import { startReporting } from './reporting/reporting.ts';
import { pause } from './pause.ts';
import { keepLaunchUrl } from './platform/launch-url.ts';
import { platformOfPage } from './platform/platform-page.ts';
import { runtimeConfig } from './runtime-config.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { keepSessionInMemory } from './session-token.ts';
import './ui/fonts.css';
import './ui/tokens.css';

// Before anything else: where the browser is too old, the page has taken it away and says so instead.
const place = document.querySelector('#portal');
if (!place) throw new Error('The page has no element #portal to render in.');

log.setLevel(runtimeConfig.logLevel ?? 'warn');
// A path that could be read as the name of another host is none of the portal's: the router works with paths alone.
if (safePath(window.location.pathname, window.location.origin) === undefined)
  window.history.replaceState(window.history.state, '', runtimeConfig.basePath);
const isOnPlatform = platformOfPage(window.location, runtimeConfig) !== undefined;
if (isOnPlatform) {
  keepSessionInMemory();
  keepLaunchUrl(runtimeConfig.routerType === 'hash');
}
watchMissingFiles();
startReporting(runtimeConfig);
startDebugTools(runtimeConfig);
holdInstallPrompt();
// Games have menus of their own under the right button.
document.addEventListener('contextmenu', (event) => event.preventDefault());

// That the network was away when the page began must be told.
onlineManager.setOnline(navigator.onLine);
const queries = createQueries();

// Not awaited here: a file that is loaded meanwhile may need this one to have run to its end.
void pause()
  .then(startLanguages)
  .then(() => renderInBrowser({ place, queries, isOnPlatform, onShown: () => registerServiceWorker(runtimeConfig) }));
