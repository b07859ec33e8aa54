// The current player. A sign-out elsewhere is found when the page becomes visible again. A guest who signs in continues
// to play; for any other change the session ends and the page reloads.
import { PlatformError, type AllCapabilities, type PortalAccount, type PlatformConnection } from '../port.browser.ts';
import { tryOrFallback, personDecisionTimeoutMs } from '../kit/waiting.browser.ts';
import { describePerson, describePlayer } from '../kit/person.browser.ts';
import { createPlayerReader } from '../kit/player-reader.browser.ts';
import {
  readErrorCode,
  platformTitle,
  type CrazyUser,
  type CrazyGamesHost,
  type CrazyGamesSdk,
} from './client.browser.ts';

interface Standing {
  readonly user?: CrazyUser | undefined;
  readonly token?: string | undefined;
}

export interface CurrentPlayer extends Pick<
  PlatformConnection<{ Token?: string; IsGuest: boolean }>,
  'login' | 'dispose'
> {
  readonly signIn: AllCapabilities['signIn'];
  /** Throws for guests. */
  readonly requireToken: () => Promise<string>;
  readonly describe: (account: PortalAccount | undefined, language: string) => ReturnType<PlatformConnection['player']>;
}

export function trackCurrentPlayer(host: CrazyGamesHost, { user }: CrazyGamesSdk): CurrentPlayer {
  const { withPlatformTimeout, log, events, window } = host;
  let isOver = false;
  // Whether the portal is about to request the proof.
  let isTold = false;
  let reloading: number | undefined;
  const proof = createPlayerReader<Standing>(host, {
    title: platformTitle,
    fetchPlayer: () => readStanding(user),
    freshMs: 0,
  });

  const ask = <T>(asked: Promise<T>): Promise<T> => withPlatformTimeout('the player of CrazyGames', asked);
  const requireAccounts = async (): Promise<void> => {
    if (!(await ask(areAccountsAvailable(user))))
      throw new PlatformError('NotSupported', 'User accounts not available');
  };
  const tell = (): void => {
    isTold = true;
    proof.forget();
    events.playerChanged();
  };
  const leave = (): void => {
    // First the session ends, here and at the server.
    reloading = window.setTimeout(() => host.reload(), reloadMs);
    tell();
  };
  const look = async (): Promise<void> => {
    const before = proof.current();
    const now = await tryOrFallback<Standing | undefined>(log, 'Who plays on CrazyGames', undefined, () =>
      ask(readStanding(user)),
    );
    if (!now || isOver || isTold || reloading !== undefined) return;
    if (before?.token !== undefined && (now.token === undefined || nameOf(now) !== nameOf(before))) leave();
    else if (before?.token === undefined && now.token !== undefined) tell();
  };
  const onAuth = (): void => void look();
  const onVisibility = (): void => void (window.document.hidden || look());
  user.addAuthListener?.(onAuth);
  window.document.addEventListener('visibilitychange', onVisibility);

  return {
    async login() {
      if (reloading !== undefined) return undefined;
      const token = (await proof.read())?.token;
      isTold = false;
      return token === undefined ? { IsGuest: true } : { Token: token, IsGuest: false };
    },
    signIn: {
      async open() {
        await requireAccounts();
        // The listener is called too, but the portal requests the proof itself afterwards.
        isTold = true;
        try {
          if (await withPlatformTimeout('the sign-in of CrazyGames', user.showAuthPrompt(), personDecisionTimeoutMs))
            return proof.forget();
          throw new PlatformError('UserCancelled', notRegistered);
        } catch (cause) {
          if (readErrorCode(cause) === 'userAlreadySignedIn') return;
          isTold = false;
          if (cause instanceof PlatformError) throw cause;
          throw new PlatformError('UserCancelled', notRegistered, { cause });
        }
      },
    },
    async requireToken() {
      await requireAccounts();
      if (!(await ask(known(user.getUser())))) throw new PlatformError('Unknown', 'User still not registered');
      const failed = 'Failed to get user token';
      const token = await ask(user.getUserToken()).catch((cause: unknown) => {
        throw new PlatformError('Unknown', failed, { cause });
      });
      if (!token) throw new PlatformError('Unknown', failed);
      return token;
    },
    describe(account, language) {
      const { user: found } = proof.current() ?? {};
      const person = describePerson(found?.username, '', found?.profilePictureUrl, picturePx);
      // The platform proves its own id only to the server.
      return describePlayer({ ...person, userId: account?.accountId ?? '', fallbackName: account?.name, language });
    },
    dispose() {
      isOver = true;
      window.clearTimeout(reloading);
      user.removeAuthListener?.(onAuth);
      window.document.removeEventListener('visibilitychange', onVisibility);
      proof.dispose();
    },
  };
}

const notRegistered = 'No registration to crazygames!';
const reloadMs = 1000;
const picturePx = 100;

const nameOf = ({ user }: Standing): unknown => user?.username;

async function areAccountsAvailable(user: CrazyGamesSdk['user']): Promise<boolean> {
  const { isUserAccountAvailable: is } = user;
  return typeof is === 'function' ? is.call(user) : is === true;
}

async function readStanding(user: CrazyGamesSdk['user']): Promise<Standing> {
  const found = (await areAccountsAvailable(user)) ? await known(user.getUser()) : null;
  if (!found) return {};
  return { user: found, token: (await known(user.getUserToken())) ?? undefined };
}

async function known<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (readErrorCode(error) === 'userNotAuthenticated') return null;
    throw error;
  }
}
