// What VK does for a player besides money and advertisements: friends, with the right that the player grants; invitations and posts;
// favourites, the community and recommendations; and calls of games that know VK.
import { PlatformError, type AllGroups, type BrowserHost } from '../port.browser.ts';
import { attempt } from '../kit/attempt.browser.ts';
import { fieldsOf, textOf, type Fields } from '../kit/fields.browser.ts';
import { personOf } from '../kit/person.browser.ts';
import { isDone, VkError, type Launch, type VkClient } from './client.browser.ts';

export const apiVersion = '5.131';

/** The player's tokens for VK's API. One with the rights that were granted before needs no dialog and is also the game's. */
export interface AccessTokens {
  current(): string | undefined;
  /** Gets the one that needs no dialog. */
  begin(): Promise<void>;
  /** Asks the player where the right was not granted yet. */
  withRight(right: string): Promise<string>;
}

export function createTokens({ attempt, ask }: VkClient, appId: string, launch: Launch): AccessTokens {
  let { accessToken: token, scope } = launch;
  const keep = (answer: Fields): void => {
    token = textOf(answer['access_token']) || undefined;
    scope = textOf(answer['scope']);
  };
  const wanted = (rights: string) => ({ app_id: Number(appId), scope: rights });
  return {
    current: () => token,
    async begin() {
      if (token === undefined) keep(await attempt('GetAuthToken', wanted(scope), 3000));
    },
    async withRight(right) {
      const has = (): boolean => token !== undefined && scope.split(',').includes(right);
      if (!has()) keep(await ask('GetAuthToken', wanted(right)));
      // A player may untick what was asked for.
      if (token === undefined || !has()) throw new PlatformError('UserCancelled', `The player does not allow ${right}`);
      return token;
    },
  };
}

export const describeUser = (user: Fields) =>
  ({
    ...personOf(user['first_name'], user['last_name'], user['photo_200'], 200),
    gender: user['sex'] === 1 ? 'female' : user['sex'] === 2 ? 'male' : 'unspecified',
  }) as const;

/** Friends who play the same game: a thousand at most, a hundred at a time. */
export async function listFriends({ send }: VkClient, tokens: AccessTokens) {
  const access_token = await tokens.withRight('friends');
  const call = async (method: string, params: object): Promise<readonly unknown[]> => {
    const { response } = await send('CallAPIMethod', { method, params: { ...params, access_token, v: apiVersion } });
    return Array.isArray(response) ? response : [];
  };
  const ids = (await call('friends.getAppUsers', {})).slice(0, 1000);
  const users: Fields[] = [];
  for (let at = 0; at < ids.length; at += 100) {
    const user_ids = ids.slice(at, at + 100).join(',');
    users.push(...(await call('users.get', { user_ids, fields: 'photo_200,sex' })).map(fieldsOf));
  }
  return users.map((user) => ({ uid: String(user['id']), ...describeUser(user) }));
}

/** Friends one by one where the game names them, else VK's own list. */
export const invites = ({ ask }: VkClient): AllGroups['invites'] => ({
  async invite({ message, uids }) {
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
  },
});

/** Where VK cannot share, it can often post on the player's wall. */
export const share = ({ ask, supports }: VkClient): AllGroups['share'] => ({
  async share({ link, title }) {
    try {
      await ask('Share', { link });
    } catch (error) {
      if (!(error instanceof VkError && error.isUnsupported && supports('ShowWallPostBox'))) throw error;
      await ask('ShowWallPostBox', { message: title, attachments: link });
    }
  },
});

/** Yes or no; that a player says no is an answer. */
export async function agrees({ ask }: VkClient, method: string, params?: object): Promise<boolean> {
  try {
    return isDone(await ask(method, params));
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'UserCancelled') return false;
    throw error;
  }
}

/** VK has a recommendation to friends and no stars. Whoever says no has been asked. */
export const recommendations = ({ log }: Pick<BrowserHost, 'log'>, client: VkClient): AllGroups['reviews'] => ({
  canAsk: async () => true,
  ask: () =>
    attempt(log, 'A recommendation on VK', false, async () => {
      await agrees(client, 'Recommend');
      return true;
    }),
  info: async () => ({ available: false }),
});

// What a game that knows VK may call there itself. It is a list of what is allowed, so that what VK adds later is not: order and
// subscription boxes would take money past our orders, launch parameters are the proof of who plays, and tokens, addresses and
// telephone numbers are not a game's to ask for in our name.
const nativeMethods =
  'AddToCommunity AddToFavorites AddToHomeScreen AllowMessagesFromGroup AllowNotifications CallAPIMethod CheckBannerAd CheckNativeAds ' +
  'CopyText DenyNotifications GetClientVersion GetConfig GetFriends GetGroupInfo GetUserInfo HideBannerAd JoinGroup LeaveGroup OpenApp ' +
  'Recommend ResizeWindow Scroll SetViewSettings Share ShowBannerAd ShowImages ShowInviteBox ShowLeaderBoardBox ShowNativeAds ' +
  'ShowRequestBox ShowStoryBox ShowWallPostBox StorageGet StorageGetKeys StorageSet TrackEvent';

/** Whole words only: nothing is found between two of them. */
export const isAllowedMethod = (method: string): boolean =>
  method.startsWith('VKWebApp') && nativeMethods.split(' ').includes(method.slice(8));
