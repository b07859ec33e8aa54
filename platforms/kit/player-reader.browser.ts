// Reads the player's proof from the platform's script. Ad blockers may block the script: then the player starts without
// a proof, and it is requested again later.
import type { BrowserHost } from '../port.browser.ts';
import { delay } from './waiting.browser.ts';

export interface PlayerReader<Player> {
  /** Undefined: the platform doesn't identify the player. */
  read(): Promise<Player | undefined>;
  current(): Player | undefined;
  /** Makes the next `read` request again, because the player may have changed. */
  forget(): void;
  dispose(): void;
}

export interface PlayerReaderOptions<Player> {
  readonly title: string;
  readonly fetchPlayer: () => Promise<Player>;
  /** How long a result is reused, because of the platform's rate limits. */
  readonly freshMs: number;
}

export function createPlayerReader<Player>(
  {
    withPlatformTimeout,
    log,
    events,
    now,
    window,
  }: Pick<BrowserHost, 'withPlatformTimeout' | 'log' | 'events' | 'now' | 'window'>,
  { title, fetchPlayer, freshMs }: PlayerReaderOptions<Player>,
): PlayerReader<Player> {
  let player: Player | undefined;
  let askedMs = Number.NEGATIVE_INFINITY;
  let later: number | undefined;
  let triesLater = 5;
  let isOver = false;

  const askNow = async (): Promise<void> => {
    player = await withPlatformTimeout(`the player of ${title}`, fetchPlayer(), answerMs);
    askedMs = now().getTime();
  };
  const askLater = (): void => {
    if (isOver || later !== undefined || triesLater === 0) return;
    triesLater -= 1;
    later = window.setTimeout(() => {
      later = undefined;
      askNow().then(
        () => isOver || events.playerChanged(),
        (error: unknown) => {
          log.warn(`${title} still does not say who plays`, error);
          askLater();
        },
      );
    }, laterMs);
  };
  return {
    async read() {
      if (now().getTime() - askedMs <= freshMs) return player;
      try {
        await askNow().catch(async () => {
          await delay(window, againMs);
          await askNow();
        });
        return player;
      } catch (error) {
        log.warn(`${title} does not say who plays`, error);
        askLater();
        return undefined;
      }
    },
    current: () => player,
    forget: () => void (askedMs = Number.NEGATIVE_INFINITY),
    dispose() {
      isOver = true;
      window.clearTimeout(later);
    },
  };
}

// Both attempts end before the portal's timeout.
const answerMs = 6000;
const againMs = 1000;
const laterMs = 30_000;
