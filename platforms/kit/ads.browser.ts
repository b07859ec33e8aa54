// Ads. Every ad ends with an outcome; failures are logged and reported with a reason.
import type { AdResult, AdFailureReason, AdUnit, AllCapabilities, BrowserHost } from '../port.browser.ts';
import { tryOrFallback, waitForFirstResult } from './waiting.browser.ts';

type Host = Pick<BrowserHost, 'withPlatformTimeout' | 'log'>;
type Kind = Parameters<BrowserHost['events']['adAvailable']>[0];

export const failedAdResult = { outcome: 'failed', reason: 'Unknown' } as const satisfies AdResult;

/** Starts an ad. Call `fail` on an error, which is logged. Returns an optional clean-up function. */
type StartAd = (end: (outcome: AdResult) => void, fail: (error?: unknown) => void) => (() => void) | void;

/** Resolves with the first outcome; some platforms report two. */
export const showAd = (
  { withPlatformTimeout, log }: Host,
  title: string,
  show: StartAd,
  maxMs: number = 5 * 60_000,
): Promise<AdResult> =>
  tryOrFallback<AdResult>(log, `An advertisement of ${title}`, failedAdResult, () =>
    waitForFirstResult({ withPlatformTimeout }, `an advertisement of ${title}`, maxMs, (end) =>
      show(end, (error) => {
        log.warn(`${title} showed no advertisement`, error);
        end(failedAdResult);
      }),
    ),
  );

export interface OptimisticAdUnit {
  readonly unit: AdUnit;
  readonly announce: () => void;
  readonly dispose: () => void;
}

// How long no ad counts as available after a failure.
const againMs = 30_000;

/**
 * For a platform that doesn't report availability: an ad counts as available until one fails, and again after a pause.
 */
export function createOptimisticAdUnit(
  { events, window }: Pick<BrowserHost, 'events' | 'window'>,
  kind: Kind,
  show: () => Promise<AdResult>,
): OptimisticAdUnit {
  let later: number | undefined;
  const isThere = (): boolean => later === undefined;
  const announce = (): void => events.adAvailable(kind, isThere());
  const dispose = (): void => {
    window.clearTimeout(later);
    later = undefined;
  };
  let isOver = false;
  const waitForNext = (): void => {
    later = window.setTimeout(() => {
      later = undefined;
      announce();
    }, againMs);
  };
  return {
    unit: {
      ready: async () => isThere(),
      async show() {
        const outcome = await show();
        dispose();
        if (isOver) return outcome;
        if (outcome.outcome === 'failed') waitForNext();
        announce();
        return outcome;
      },
    },
    announce,
    dispose() {
      isOver = true;
      dispose();
    },
  };
}

export interface OptimisticAdUnits {
  readonly units: Pick<AllCapabilities, Kind>;
  readonly announce: () => void;
  readonly dispose: () => void;
}

export function createOptimisticAdUnits(
  host: Parameters<typeof createOptimisticAdUnit>[0],
  shows: Readonly<Record<Kind, () => Promise<AdResult>>>,
): OptimisticAdUnits {
  const video = createOptimisticAdUnit(host, 'video', shows.video);
  const interstitial = createOptimisticAdUnit(host, 'interstitial', shows.interstitial);
  return {
    units: { video: video.unit, interstitial: interstitial.unit },
    announce: () => [video, interstitial].forEach(({ announce }) => announce()),
    dispose: () => [video, interstitial].forEach(({ dispose }) => dispose()),
  };
}

export interface CheckedAdUnitOptions {
  readonly title: string;
  readonly ready: () => Promise<boolean>;
  readonly show: () => Promise<AdResult>;
}

/** For a platform that reports availability, which is passed on to the game at the start and after each ad. */
export function createCheckedAdUnit(
  { log, events }: Pick<BrowserHost, 'log' | 'events'>,
  kind: Kind,
  { title, ready, show }: CheckedAdUnitOptions,
): AdUnit {
  const announce = async (): Promise<void> => events.adAvailable(kind, await ready());
  void announce();
  return {
    ready,
    async show() {
      // Tried even if `ready` said no: often there is an ad anyway.
      const outcome = await tryOrFallback<AdResult>(log, `An advertisement of ${title}`, failedAdResult, show);
      void announce();
      return outcome;
    },
  };
}

export interface PreloadedAdUnitOptions<Loaded> {
  readonly title: string;
  readonly load: () => Promise<Loaded>;
  readonly show: (loaded: Loaded, ...ends: Parameters<StartAd>) => ReturnType<StartAd>;
  readonly maxMs?: number;
}

/** Loaded at once, and again on the game's next request after a failure. */
export function createPreloadedAdUnit<Loaded>(
  host: Host & Pick<BrowserHost, 'events'>,
  kind: Kind,
  { title, load, show, maxMs }: PreloadedAdUnitOptions<Loaded>,
): AdUnit {
  let loading: Promise<Loaded> | undefined;
  const loadOnce = async (): Promise<Loaded> => {
    const loaded = await load();
    host.events.adAvailable(kind, true);
    return loaded;
  };
  const find = (): Promise<Loaded | undefined> =>
    tryOrFallback<Loaded | undefined>(host.log, title, undefined, () => {
      loading ??= loadOnce();
      loading.catch(() => void (loading = undefined));
      return loading;
    });
  void find();
  return {
    ready: async () => (await find()) !== undefined,
    async show() {
      const loaded = await find();
      if (loaded === undefined) return { outcome: 'failed', reason: 'AdsNotConnected' };
      return showAd(host, title, (...ends) => show(loaded, ...ends), maxMs);
    },
  };
}

/** @param change shows or hides the banner and returns a reason if it couldn't; an exception counts as `Unknown` */
export function createBanner(
  { withPlatformTimeout, log }: Host,
  title: string,
  change: (isShown: boolean) => Promise<AdFailureReason | undefined>,
): AllCapabilities['banner'] {
  const reasonNot = (isShown: boolean): Promise<AdFailureReason | undefined> =>
    tryOrFallback<AdFailureReason | undefined>(log, `The banner of ${title}`, 'Unknown', () =>
      withPlatformTimeout(`the banner of ${title}`, change(isShown)),
    );
  return {
    async show() {
      const reason = await reasonNot(true);
      return reason ? { shown: false, reason } : { shown: true };
    },
    async hide() {
      const reason = await reasonNot(false);
      return reason ? { hidden: false, reason } : { hidden: true };
    },
  };
}
