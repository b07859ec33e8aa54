// The canvas player and their proof.
import { PlatformError } from '../port.browser.ts';
import type { UntrustedFields } from '../kit/fields.browser.ts';
import type { CanvasClient, FacebookGamesHost, CanvasLaunch, FacebookLoginResponse } from './client.browser.ts';
import { graphUserFields } from './social.browser.ts';

export function trackCanvasPlayer(host: FacebookGamesHost, canvas: CanvasClient, launch: CanvasLaunch) {
  let { userId } = launch;
  let profile: UntrustedFields = {};
  // The login dialog's response, until it is sent to the server.
  let answered: FacebookLoginResponse | undefined;
  // If the browser blocks its cookies, the script knows no player, whatever the canvas says.
  let isKnownToScript = false;
  let asking = 0;
  const learn = async (): Promise<void> => {
    profile = userId === undefined ? {} : await canvas.tryApi('/me', { fields: graphUserFields });
  };
  const isNew = (): boolean =>
    userId !== undefined && !isReload(host) && broughtIn.get(host.window) !== launch.signedRequest;
  const ask = async (question: () => Promise<FacebookLoginResponse>): Promise<FacebookLoginResponse> => {
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
    /**
     * The canvas's signed request works once. After that, and for players who hadn't authorised the app, the script is
     * asked.
     */
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
    /** The player changed or signed out. Ignored while our own request runs. */
    follow: ({ authResponse }: FacebookLoginResponse): void => {
      const now = authResponse?.userID;
      if (asking > 0 || answered !== undefined || now === userId) return;
      if (now !== undefined || isKnownToScript) host.events.playerChanged();
    },
  };
}

/** The signed request that a page already sent, so that a retry after a failure doesn't send it again. */
const broughtIn = new WeakMap<Window, string>();

const notLoggedIn = 'Facebook is not logged in';

/** After a reload the URL is unchanged, and its signed request is already used. */
function isReload({ window }: FacebookGamesHost): boolean {
  // Not in every browser.
  const { getEntriesByType } = window.performance as Partial<Performance>;
  const [navigation] = getEntriesByType?.call(window.performance, 'navigation') ?? [];
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload';
}
