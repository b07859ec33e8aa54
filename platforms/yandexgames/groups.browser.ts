// What Yandex Games does for a player besides money and advertisements.
import { PlatformError, type AllGroups, type BrowserHost } from '../port.browser.ts';
import { personMs, type Sdk } from './sdk.browser.ts';

type Given = Pick<BrowserHost, 'inTime' | 'log'>;

/** @param done who plays may be somebody else now */
export function signIn({ inTime }: Given, { auth }: Sdk, done: () => void): AllGroups['signIn'] {
  return {
    async open() {
      try {
        await inTime('The sign-in of Yandex Games', auth.openAuthDialog(), personMs);
      } catch (cause) {
        if (cause instanceof PlatformError) throw cause;
        throw new PlatformError('UserCancelled', 'The sign-in was closed', { cause });
      }
      done();
    },
  };
}

/** Once in a session, and only after the platform has said that it may be. It has no stars to tell. */
export function reviews({ inTime, log }: Given, feedback: NonNullable<Sdk['feedback']>): AllGroups['reviews'] {
  const canAsk = (): Promise<boolean> =>
    attempt(log, false, async () => (await inTime('The reviews of Yandex Games', feedback.canReview())).value);
  return {
    canAsk,
    ask: async () =>
      (await canAsk()) &&
      attempt(log, false, async () => {
        await inTime('A review at Yandex Games', feedback.requestReview(), personMs);
        return true;
      }),
    info: async () => ({ available: false }),
  };
}

/** The question whether it is possible has been seen to hang. */
export function favorites({ inTime, log }: Given, shortcut: NonNullable<Sdk['shortcut']>): AllGroups['favorites'] {
  return {
    add: () =>
      attempt(log, false, async () => {
        const { canShow } = await inTime('The shortcut of Yandex Games', shortcut.canShowPrompt(), 1000);
        if (!canShow) return false;
        const { outcome } = await inTime('A shortcut of Yandex Games', shortcut.showPrompt(), personMs);
        return outcome === 'accepted';
      }),
  };
}

export function clipboard({ inTime, log }: Given, board: NonNullable<Sdk['clipboard']>): AllGroups['clipboard'] {
  return {
    copy: (text) =>
      attempt(log, false, async () => {
        await inTime('The clipboard of Yandex Games', Promise.resolve(board.writeText(text)));
        return true;
      }),
  };
}

async function attempt<T>(log: Given['log'], otherwise: T, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    log.warn('Yandex Games could not do it', error);
    return otherwise;
  }
}
