// Advertisements: every one ends, and what went wrong is logged and told as a reason.
import type { AdOutcome, AdsReason, AdUnit, AllGroups, BrowserHost } from '../port.browser.ts';
import { attempt, waitForFirstWord } from './attempt.browser.ts';

type Host = Pick<BrowserHost, 'inTime' | 'log'>;
type Kind = Parameters<BrowserHost['news']['adAvailable']>[0];

export const failedAd = { outcome: 'failed', reason: 'Unknown' } as const satisfies AdOutcome;

/** Begins an advertisement. `fail` is for a fault, which is logged. What comes back ends what it has begun. */
export type Show = (end: (outcome: AdOutcome) => void, fail: (error?: unknown) => void) => (() => void) | void;

/** What `show` ends with first; some platforms say two things. */
export const showAd = (
  { inTime, log }: Host,
  title: string,
  show: Show,
  maxMs: number = 5 * 60_000,
): Promise<AdOutcome> =>
  attempt<AdOutcome>(log, `An advertisement of ${title}`, failedAd, () =>
    waitForFirstWord({ inTime }, `an advertisement of ${title}`, maxMs, (end) =>
      show(end, (error) => {
        log.warn(`${title} showed no advertisement`, error);
        end(failedAd);
      }),
    ),
  );

export interface TriedUnit {
  readonly unit: AdUnit;
  /** Tells the game whether there is one. */
  readonly announce: () => void;
  readonly dispose: () => void;
}

// How long a platform that had none is left alone.
const againMs = 30_000;

/** Where the platform does not tell before: there is one until one has failed, and again a while later. */
export function createTriedUnit(
  { news, window }: Pick<BrowserHost, 'news' | 'window'>,
  kind: Kind,
  show: () => Promise<AdOutcome>,
): TriedUnit {
  let later: number | undefined;
  const isThere = (): boolean => later === undefined;
  const announce = (): void => news.adAvailable(kind, isThere());
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

export interface TriedUnits {
  readonly units: Pick<AllGroups, Kind>;
  /** Tells the game what there is, once it is there to hear it. */
  readonly announce: () => void;
  readonly dispose: () => void;
}

/** Both kinds of a platform that does not tell before. */
export function createTriedUnits(
  host: Parameters<typeof createTriedUnit>[0],
  shows: Readonly<Record<Kind, () => Promise<AdOutcome>>>,
): TriedUnits {
  const video = createTriedUnit(host, 'video', shows.video);
  const interstitial = createTriedUnit(host, 'interstitial', shows.interstitial);
  return {
    units: { video: video.unit, interstitial: interstitial.unit },
    announce: () => [video, interstitial].forEach(({ announce }) => announce()),
    dispose: () => [video, interstitial].forEach(({ dispose }) => dispose()),
  };
}

export interface CheckedAds {
  readonly title: string;
  readonly ready: () => Promise<boolean>;
  readonly show: () => Promise<AdOutcome>;
}

/** Where the platform tells whether it has one: the game is told so, at once and after each. */
export function createCheckedUnit(
  { log, news }: Pick<BrowserHost, 'log' | 'news'>,
  kind: Kind,
  { title, ready, show }: CheckedAds,
): AdUnit {
  const announce = async (): Promise<void> => news.adAvailable(kind, await ready());
  void announce();
  return {
    ready,
    async show() {
      // Also where it said no: there often is one all the same.
      const outcome = await attempt<AdOutcome>(log, `An advertisement of ${title}`, failedAd, show);
      void announce();
      return outcome;
    },
  };
}

export interface LoadedAds<Loaded> {
  readonly title: string;
  readonly load: () => Promise<Loaded>;
  readonly show: (loaded: Loaded, ...ends: Parameters<Show>) => ReturnType<Show>;
  readonly maxMs?: number;
}

/** Loaded when a game first asks for it, and again after a failure: whoever asks again may have a better connection. */
export function createLoadedUnit<Loaded>(
  host: Host & Pick<BrowserHost, 'news'>,
  kind: Kind,
  { title, load, show, maxMs }: LoadedAds<Loaded>,
): AdUnit {
  let loading: Promise<Loaded> | undefined;
  const loadOnce = async (): Promise<Loaded> => {
    const loaded = await load();
    host.news.adAvailable(kind, true);
    return loaded;
  };
  const find = (): Promise<Loaded | undefined> =>
    attempt<Loaded | undefined>(host.log, title, undefined, () => {
      loading ??= loadOnce();
      loading.catch(() => void (loading = undefined));
      return loading;
    });
  return {
    ready: async () => (await find()) !== undefined,
    async show() {
      const loaded = await find();
      if (loaded === undefined) return { outcome: 'failed', reason: 'AdsNotConnected' };
      return showAd(host, title, (...ends) => show(loaded, ...ends), maxMs);
    },
  };
}

/** @param change shows or hides it, and gives the reason where it could not; a fault is an unknown one */
export function createBanner(
  { inTime, log }: Host,
  title: string,
  change: (isShown: boolean) => Promise<AdsReason | undefined>,
): AllGroups['banner'] {
  const reasonNot = (isShown: boolean): Promise<AdsReason | undefined> =>
    attempt<AdsReason | undefined>(log, `The banner of ${title}`, 'Unknown', () =>
      inTime(`the banner of ${title}`, change(isShown)),
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
