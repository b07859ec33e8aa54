// Scores on the leaderboards of Yandex Games. The platform keeps the last score, takes one per second, and only from
// signed-in players.
import type { BrowserHost, CapabilitiesOf } from '../port.browser.ts';
import type { YandexSdk } from './client.browser.ts';
import type { yandexgames } from './platform.ts';

interface YandexLeaderboards {
  readonly group: CapabilitiesOf<typeof yandexgames>['leaderboards'];
  dispose(): void;
}

export function createLeaderboards(
  host: BrowserHost<typeof yandexgames>,
  sdk: Pick<YandexSdk, 'leaderboards' | 'isAvailableMethod'>,
): YandexLeaderboards {
  const { data, window } = host;
  const { leaderboards } = sdk;
  const names = new Map(Object.entries(data?.Leaderboards ?? {}));
  const newest = new Map<string, number>();
  let queue = Promise.resolve();
  let endPause = (): void => undefined;
  let isDisposed = false;
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      if (isDisposed) return resolve();
      const timer = window.setTimeout(resolve, intervalMs);
      endPause = () => {
        window.clearTimeout(timer);
        resolve();
      };
    });
  const send = async (name: string, score: number): Promise<void> => {
    // A newer score of the same leaderboard waits in the queue.
    if (isDisposed || !leaderboards || newest.get(name) !== score) return;
    const isAvailable = Promise.resolve(sdk.isAvailableMethod?.(method) ?? true);
    if (!(await host.withPlatformTimeout('the leaderboards of Yandex Games', isAvailable))) return;
    await host.withPlatformTimeout('a leaderboard of Yandex Games', leaderboards.setScore(name, score));
  };
  const setScore = (leaderboard: string, score: number): Promise<void> => {
    const name = names.get(leaderboard);
    // The platform has no negative scores.
    if (name === undefined || score < 0) return Promise.resolve();
    newest.set(name, score);
    const sending = queue.then(() => send(name, score));
    queue = sending.catch(() => undefined).then(pause);
    return sending;
  };
  return {
    group: leaderboards && { setScore },
    dispose() {
      isDisposed = true;
      endPause();
    },
  };
}

const method = 'leaderboards.setScore';
/** The platform's limit, with a margin. */
const intervalMs = 1100;
