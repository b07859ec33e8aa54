// Who plays. Guests have an id as well. Blockers and corporate networks keep some players from us: they play without the platform's
// word, and it is asked for again later.
import type { BrowserHost, OwnAccount, PlatformPlayer } from '../port.browser.ts';
import { pause } from '../kit/attempt.browser.ts';
import { personOf } from '../kit/person.browser.ts';
import type { Sdk, YandexPlayer } from './client.browser.ts';

interface Login {
  readonly GetPlayerSignature: string;
  readonly EnvironmentI18nLang: string;
}

export interface Players {
  readonly login: () => Promise<Login | undefined>;
  readonly player: (account: OwnAccount | undefined) => PlatformPlayer;
  /** Somebody else may be there now. */
  readonly forget: () => void;
  readonly dispose: () => void;
}

type Host = Pick<BrowserHost, 'inTime' | 'log' | 'news' | 'window'>;

export function createPlayers({ inTime, log, news, window }: Host, sdk: Sdk): Players {
  const { lang } = sdk.environment.i18n;
  let player: YandexPlayer | undefined;
  let askedMs = Number.NEGATIVE_INFINITY;
  let later: number | undefined;
  let triesLater = 5;
  let isOver = false;

  const ask = async (): Promise<void> => {
    player = await inTime('The player of Yandex Games', sdk.getPlayer({ signed: true }), answerMs);
    askedMs = Date.now();
  };
  const askAgainLater = (): void => {
    if (isOver || later !== undefined || triesLater === 0) return;
    triesLater -= 1;
    later = window.setTimeout(() => {
      later = undefined;
      ask().then(
        () => isOver || news.playerChanged(),
        (error: unknown) => {
          log.warn('Yandex Games still does not say who plays', error);
          askAgainLater();
        },
      );
    }, laterMs);
  };
  return {
    async login() {
      try {
        if (Date.now() - askedMs > freshMs)
          await ask().catch(async () => {
            await pause(window, againMs);
            await ask();
          });
      } catch (error) {
        log.warn('Yandex Games does not say who plays', error);
        askAgainLater();
        return undefined;
      }
      const { signature } = player ?? {};
      if (signature) return { GetPlayerSignature: signature, EnvironmentI18nLang: lang.slice(0, 10) };
      log.warn('Yandex Games signs no players: the game needs a purchase in its console to have a key');
      return undefined;
    },
    player: (account) => playerOf(player, account, lang),
    forget: () => void (askedMs = Number.NEGATIVE_INFINITY),
    dispose() {
      isOver = true;
      window.clearTimeout(later);
    },
  };
}

// Both tries are over before the portal gives up.
const answerMs = 6000;
const againMs = 1000;
const laterMs = 30_000;
/** The limit of the platform, spread evenly. */
const freshMs = 15_000;

function playerOf(player: YandexPlayer | undefined, account: OwnAccount | undefined, lang: string): PlatformPlayer {
  const photo = player?.getPhoto('large') ?? '';
  // Whoever has no picture, or shows it to nobody, has the one of number 0.
  const person = personOf(player?.getName(), '', photo.includes('/avatar/0/') ? '' : photo, 200);
  return {
    ...person,
    userId: player?.getUniqueID() ?? '',
    displayName: person.displayName || (account?.name ?? ''),
    gender: 'unspecified',
    socialLocale: lang.slice(0, 20),
  };
}
