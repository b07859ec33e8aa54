// The URL that the page was launched with, captured before the router runs.
import { replaceLaunch, captureLaunch } from './launch.ts';

let taken: URL | undefined;
let isInFragment = false;

export function captureLaunchUrl(hasHashRouter: boolean): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  taken = captureLaunch({ ...openPage(), isReload: navigation?.type === 'reload' }, hasHashRouter);
  isInFragment = hasHashRouter;
}

export const launchUrl = (): URL => taken ?? new URL(window.location.href);

/** Later reloads start with this URL. */
export function replaceLaunchUrl(launch: URL): void {
  replaceLaunch(openPage(), launch, isInFragment);
  taken = launch;
}

const openPage = () => ({ location: window.location, history: window.history, sessionStorage: openStorage() });

/** In some frames even accessing `sessionStorage` throws. */
function openStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  try {
    return window.sessionStorage;
  } catch {
    return { getItem: () => null, setItem: () => undefined };
  }
}
