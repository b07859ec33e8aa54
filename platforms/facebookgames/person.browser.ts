// Who plays on the canvas, and how that is proved.
import { PlatformError } from '../port.browser.ts';
import type { Fields } from '../kit/fields.browser.ts';
import type { Canvas, Host, Launch, LoginAnswer } from './client.browser.ts';
import { personFields } from './social.browser.ts';

export function createPerson(host: Host, canvas: Canvas, launch: Launch) {
  let { userId } = launch;
  let profile: Fields = {};
  // What the player's own sign-in has answered, until it is brought to the server.
  let answered: LoginAnswer | undefined;
  // Where browsers keep cookies from it, the script knows nobody, whoever the canvas says plays.
  let isKnownToScript = false;
  let asking = 0;
  /** Whoever keeps the profile from us plays without a name. */
  const learn = async (): Promise<void> => {
    profile = userId === undefined ? {} : await canvas.tryApi('/me', { fields: personFields });
  };
  const isNew = (): boolean =>
    userId !== undefined && !isReload(host) && broughtIn.get(host.window) !== launch.signedRequest;
  const ask = async (question: () => Promise<LoginAnswer>): Promise<LoginAnswer> => {
    asking += 1;
    try {
      return await question();
    } finally {
      asking -= 1;
    }
  };
  return {
    learn,
    profile: () => profile,
    userId: () => userId,
    signIn: async (): Promise<void> => {
      const answer = await ask(() => canvas.askLogin('public_profile'));
      if (answer.status !== 'connected') throw new PlatformError('UserCancelled', notLoggedIn);
      answered = answer;
    },
    /** What the canvas has posted counts once; after that, and for whoever had allowed the app nothing, the script is asked. */
    prove: async (): Promise<{ SignedRequest: string } | undefined> => {
      if (isNew() && answered === undefined) {
        broughtIn.set(host.window, launch.signedRequest);
        return { SignedRequest: launch.signedRequest };
      }
      const { status, authResponse } = answered ?? (await ask(canvas.readStatus));
      answered = undefined;
      isKnownToScript = status === 'connected';
      const before = userId;
      userId = isKnownToScript ? authResponse?.userID : undefined;
      canvas.forgetToken();
      if (userId !== before) await learn();
      if (!isKnownToScript) {
        host.log.warn(notLoggedIn);
        return undefined;
      }
      if (!authResponse?.signedRequest)
        throw new PlatformError('Unknown', 'Facebook player does not have signedRequest');
      return { SignedRequest: authResponse.signedRequest };
    },
    /** Somebody else is there, or nobody any more. What we have asked for ourselves is no news. */
    follow: ({ authResponse }: LoginAnswer): void => {
      const now = authResponse?.userID;
      if (asking > 0 || answered !== undefined || now === userId) return;
      if (now !== undefined || isKnownToScript) host.events.playerChanged();
    },
  };
}

/** What a page has brought to the server: whoever tries again after a failure does not bring it again. */
const broughtIn = new WeakMap<Window, string>();

const notLoggedIn = 'Facebook is not logged in';

/** Then the address is the one from before, and what stands in it was brought. */
function isReload({ window }: Host): boolean {
  // Not in every browser.
  const { getEntriesByType } = window.performance as Partial<Performance>;
  const [navigation] = getEntriesByType?.call(window.performance, 'navigation') ?? [];
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload';
}
