// The address of this page's start, taken when the program begins.
import { replaceLaunch, takeLaunch } from './launch.ts';

let taken: URL | undefined;
let isInFragment = false;

/** To be called before the router runs. */
export function keepLaunchUrl(hasHashRouter: boolean): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  taken = takeLaunch({ ...openPage(), isReload: navigation?.type === 'reload' }, hasHashRouter);
  isInFragment = hasHashRouter;
}

export const launchUrl = (): URL => taken ?? new URL(window.location.href);

/** Whatever loads the page anew begins with this one from now on. */
export function replaceLaunchUrl(launch: URL): void {
  replaceLaunch(openPage(), launch, isInFragment);
  taken = launch;
}

const openPage = () => ({ location: window.location, history: window.history, sessionStorage: openStorage() });

/** In some frames already the name of it throws. */
function openStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  try {
    return window.sessionStorage;
  } catch {
    return { getItem: () => null, setItem: () => undefined };
  }
}
