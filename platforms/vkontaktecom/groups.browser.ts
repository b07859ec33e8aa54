// What VK does for a player besides money: invitations, posts, favourites, its community, opinions.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import type { VkBridge } from './bridge-client.browser.ts';
import { isDone } from './fields-of.browser.ts';
import { unsupported, VkError } from './vk-error.browser.ts';

type Log = BrowserHost['log'];

/** Friends one by one where the game names them, else VK's own list. */
export async function invite({ ask }: VkBridge, message: string, uids: readonly string[]): Promise<number> {
  if (uids.length === 0) return isDone(await ask('ShowInviteBox')) ? 1 : 0;
  let invited = 0;
  for (const uid of uids) {
    try {
      if (isDone(await ask('ShowRequestBox', { uid: Number(uid), message }))) invited += 1;
    } catch (error) {
      // Whoever is tired of the dialogs has still invited those before.
      if (invited === 0) throw error;
      break;
    }
  }
  return invited;
}

/** Where VK cannot share, it can often post on the player's wall. */
export async function share({ ask, supports }: VkBridge, link: string, message: string): Promise<void> {
  try {
    await ask('Share', { link });
  } catch (error) {
    const canPost = error instanceof VkError && error.number === unsupported && supports('ShowWallPostBox');
    if (!canPost) throw error;
    await ask('ShowWallPostBox', { message, attachments: link });
  }
}

/** Yes or no; that a player says no is an answer. */
export async function agrees({ ask }: VkBridge, method: string, params?: object): Promise<boolean> {
  try {
    return isDone(await ask(method, params));
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'UserCancelled') return false;
    throw error;
  }
}

/** VK has a recommendation to friends and no stars. Whether it was shown. */
export async function recommend(bridge: VkBridge, log: Log): Promise<boolean> {
  try {
    await agrees(bridge, 'Recommend');
    return true;
  } catch (error) {
    log.warn('VK could not ask for a recommendation', error);
    return false;
  }
}
