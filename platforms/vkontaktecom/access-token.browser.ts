// The player's tokens for VK's API. One with the rights that were granted before needs no dialog and is also the game's; for more
// the player is asked.
import { PlatformError } from '../port.browser.ts';
import type { VkBridge } from './bridge-client.browser.ts';
import { textOf, type Fields } from './fields-of.browser.ts';
import type { Launch } from './launch.browser.ts';

export interface AccessTokens {
  /** What is there now. */
  current(): string | undefined;
  /** Gets the one that needs no dialog. */
  begin(): Promise<void>;
  /** Asks the player where the right was not granted yet. */
  withRight(right: string): Promise<string>;
}

export function createTokens({ attempt, ask }: VkBridge, appId: string, launch: Launch): AccessTokens {
  let { accessToken: token, scope } = launch;
  const keep = (answer: Fields): void => {
    token = textOf(answer['access_token']) || undefined;
    scope = textOf(answer['scope']);
  };
  const method = 'GetAuthToken';
  const wanted = (rights: string) => ({ app_id: Number(appId), scope: rights });
  return {
    current: () => token,
    begin: async () => {
      if (token === undefined) keep(await attempt(method, wanted(scope), 3000));
    },
    withRight: async (right) => {
      const has = (): boolean => scope.split(',').includes(right);
      if (token === undefined || !has()) keep(await ask(method, wanted(right)));
      // A player may untick what was asked for.
      if (token === undefined || !has()) throw new PlatformError('UserCancelled', `The player does not allow ${right}`);
      return token;
    },
  };
}
