// The address of this page's start, taken when the program begins.
import { takeLaunch } from './launch.ts';

let taken: URL | undefined;

/** To be called before the router runs. */
export function keepLaunchUrl(hasHashRouter: boolean): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const { location, history } = window;
  const page = { location, history, sessionStorage: openStorage(), isReload: navigation?.type === 'reload' };
  taken = takeLaunch(page, hasHashRouter);
}

export const launchUrl = (): URL => taken ?? new URL(window.location.href);

/** In some frames already the name of it throws. */
function openStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  try {
    return window.sessionStorage;
  } catch {
    return { getItem: () => null, setItem: () => undefined };
  }
}
