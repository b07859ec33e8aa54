// Signs a player in to a VK Play game. Status 0: VK Play asks the player to sign in. Status 1, new to this game: the
// player is registered. The page reloads only after the status has changed, so it can't reload endlessly.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { tryOrFallback, personDecisionTimeoutMs, waitForFirstResult } from '../kit/waiting.browser.ts';
import { platformTitle, type VkPlayClient } from './client.browser.ts';

export interface VkPlaySignIn {
  readonly open: () => Promise<void>;
  readonly dispose: () => void;
}

export const isRegistered = (status: number): boolean => status >= 2;

export async function fetchLoginStatus({ ask }: Pick<VkPlayClient, 'ask'>): Promise<number> {
  const status = Number((await ask('getLoginStatus'))['loginStatus']);
  if ([0, 1, 2, 3].includes(status)) return status;
  throw new PlatformError('Unknown', 'VK Play did not return a sign-in status');
}

export function createVkPlaySignIn(host: BrowserHost, client: VkPlayClient): VkPlaySignIn {
  const { window, log } = host;
  let opening: Promise<void> | undefined;
  let timer: number | undefined;
  let isOver = false;
  /** The sign-in has no callback: VK Play reloads its page or reports another status. */
  const waitForOther = (status: number): Promise<void> =>
    waitForFirstResult<void>(host, `the sign-in of ${platformTitle}`, personDecisionTimeoutMs, (end) => {
      const look = async (): Promise<void> => {
        const found = await tryOrFallback(log, `The status at ${platformTitle}`, status, () =>
          fetchLoginStatus(client),
        );
        if (found !== status) end();
        else if (!isOver) lookLater();
      };
      const lookLater = (): void => void (timer = window.setTimeout(() => void look(), lookMs));
      lookLater();
      return () => window.clearTimeout(timer);
    });
  const enter = async (): Promise<void> => {
    const status = await fetchLoginStatus(client);
    if (isRegistered(status)) return;
    if (status === 0) {
      client.post('authUser');
      await waitForOther(status);
    } else {
      await client.ask('registerUser', personDecisionTimeoutMs);
      if (!isRegistered(await fetchLoginStatus(client)))
        throw new PlatformError('Unknown', 'VK Play did not register the player');
      client.post('reloadWindow');
    }
    host.reload();
  };
  return {
    open() {
      opening ??= enter().finally(() => void (opening = undefined));
      return opening;
    },
    dispose() {
      isOver = true;
      window.clearTimeout(timer);
    },
  };
}

const lookMs = 2000;
