// Friends (with the player's permission), invitations, posts, favourites, the community, recommendations, and VK's own
// calls for games that use them.
import { PlatformError, type AllCapabilities, type BrowserHost, type CapabilitiesOf } from '../port.browser.ts';
import { personDecisionTimeoutMs, falseIfCancelled } from '../kit/waiting.browser.ts';
import { runInviteDialog, runShareDialog } from '../kit/dialogs.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import { createNativeCapability } from '../kit/native.browser.ts';
import { describePerson } from '../kit/person.browser.ts';
import { readInBatches } from '../kit/read-in-batches.browser.ts';
import { createReviewCapability } from '../kit/reviews.browser.ts';
import { isSuccessReply, vkMethodPrefix, VkError, type VkLaunch, type VkClient } from './client.browser.ts';
import type { vkontaktecom } from './platform.ts';

export const apiVersion = '5.131';

type AccessTokens = Awaited<ReturnType<typeof trackVkAccessToken>>;

/** A token with permissions granted before needs no dialog; it is also passed to the game. */
export async function trackVkAccessToken({ tryCall, callDialog }: VkClient, appId: string, launch: VkLaunch) {
  let { accessToken: token, scope } = launch;
  const keep = (answer: UntrustedFields): void => {
    token = readUntrustedText(answer['access_token']) || undefined;
    scope = readUntrustedText(answer['scope']);
  };
  const wanted = (rights: string) => ({ app_id: Number(appId), scope: rights });
  if (token === undefined) keep(await tryCall('GetAuthToken', wanted(scope), 3000));
  return {
    current: (): string | undefined => token,
    async withRight(right: string): Promise<string> {
      const has = (): boolean => token !== undefined && scope.split(',').includes(right);
      if (!has()) keep(await callDialog('GetAuthToken', wanted(right)));
      // The player may untick a requested permission.
      if (token === undefined || !has()) throw new PlatformError('UserCancelled', `The player does not allow ${right}`);
      return token;
    },
  };
}

export const describeUser = (user: UntrustedFields) => ({
  ...describePerson(user['first_name'], user['last_name'], user['photo_200'], 200),
  gender: (['unspecified', 'female', 'male'] as const)[Number(user['sex'])] ?? 'unspecified',
});

export function createSocial(
  host: BrowserHost<typeof vkontaktecom>,
  client: VkClient,
  { isFavorite }: VkLaunch,
  tokens: AccessTokens,
): CapabilitiesOf<typeof vkontaktecom> {
  const { supports: can, tryCall, callDialog } = client;
  const agree = (method: string, params?: object): Promise<boolean> =>
    falseIfCancelled(callDialog(method, params).then(isSuccessReply));
  const group_id = Number(host.data?.GroupId);
  return {
    friends: can('GetAuthToken', 'CallAPIMethod') ? { list: () => listFriends(client, tokens) } : undefined,
    invites: can('ShowInviteBox', 'ShowRequestBox') ? createInvites(host, client) : undefined,
    share: can('Share') ? createShare(host, client) : undefined,
    favorites: can('AddToFavorites') ? { add: async () => isFavorite || agree('AddToFavorites') } : undefined,
    community: can('JoinGroup') && group_id > 0 ? { join: () => agree('JoinGroup', { group_id }) } : undefined,
    // A recommendation to friends, because VK has no ratings. A refusal also counts as asked.
    reviews: can('Recommend')
      ? createReviewCapability(host, { title: 'VK', canAsk: async () => true, ask: () => agree('Recommend') })
      : undefined,
    clipboard: can('CopyText')
      ? { copy: async (text) => isSuccessReply(await tryCall('CopyText', { text })) }
      : undefined,
    stats: can('TrackEvent')
      ? { vkcom: (event_name, event_params) => void tryCall('TrackEvent', { event_name, event_params }) }
      : undefined,
    native: createNativeCapability({
      title: 'VK',
      bridgeMethod: 'SendVkBridge',
      methods: nativeMethods,
      prefix: vkMethodPrefix,
      call: (name, params) =>
        client.call(name, limitTokenRequest(name, params, host.data?.AppId ?? ''), personDecisionTimeoutMs),
    }),
  };
}

/** Friends who play the same game: at most a thousand, in batches of a hundred. */
async function listFriends(client: VkClient, tokens: AccessTokens) {
  const access_token = await tokens.withRight('friends');
  const read = async (method: string, more: object): Promise<readonly unknown[]> => {
    const params = { ...more, access_token, v: apiVersion };
    const { response } = await client.call('CallAPIMethod', { method, params });
    return Array.isArray(response) ? response : [];
  };
  const ids = (await read('friends.getAppUsers', {})).slice(0, 1000);
  const fields = 'photo_200,sex';
  const users = await readInBatches(ids, 100, (some) => read('users.get', { user_ids: some.join(','), fields }));
  return users.map(readUntrustedFields).map((user) => ({ uid: String(user['id']), ...describeUser(user) }));
}

/** Invites the named friends one by one, otherwise opens VK's own list. */
const createInvites = (host: Pick<BrowserHost, 'log'>, { callDialog }: VkClient): AllCapabilities['invites'] => ({
  invite: ({ message, uids }) =>
    runInviteDialog(host, title, async () => {
      // VK doesn't report whom the player chose from its list.
      if (uids.length === 0) return isSuccessReply(await callDialog('ShowInviteBox')) ? undefined : 0;
      let invited = 0;
      for (const uid of uids) {
        try {
          if (isSuccessReply(await callDialog('ShowRequestBox', { uid: Number(uid), message }))) invited += 1;
        } catch (error) {
          // If the player stops halfway, the earlier invitations count.
          if (invited === 0) throw error;
          break;
        }
      }
      return invited;
    }),
});

/** If VK can't share here, it can often post on the player's wall. */
const createShare = (host: Pick<BrowserHost, 'log'>, { callDialog, supports }: VkClient): AllCapabilities['share'] => ({
  share: ({ link, title: message }) =>
    runShareDialog(host, title, async () => {
      try {
        await callDialog('Share', { link });
      } catch (error) {
        if (!(error instanceof VkError && error.isUnsupported)) throw error;
        if (!supports('ShowWallPostBox')) throw new PlatformError('NotSupported', error.message, { cause: error });
        await callDialog('ShowWallPostBox', { message, attachments: link });
      }
    }),
});

const title = 'VK';

// VK's methods and events that reach games. The README has a reason for every method that is not in the list.
const nativeMethods =
  'AccelerometerStart AccelerometerStop AddToCommunity AddToFavorites AddToHomeScreen AddToHomeScreenInfo AddToMenu AddToProfile ' +
  'AllowMessagesFromGroup AllowNotifications AudioPause CallAPIMethod CallGetStatus CallJoin CallStart CheckAllowedScopes CheckBannerAd ' +
  'CheckNativeAds CheckSurvey Close CopyText DenyNotifications DeviceMotionStart DeviceMotionStop DisableSwipeBack EnableSwipeBack ' +
  'FlashGetInfo FlashSetLevel GetAuthToken GetClientVersion GetConfig GetFriends GetGrantedPermissions GetGroupInfo GetUserInfo ' +
  'GyroscopeStart GyroscopeStop HideBannerAd Init JoinGroup LeaveGroup OpenApp OpenCodeReader OpenQR OpenWallPost Recommend ' +
  'ResizeWindow Scroll ScrollTop ScrollTopStart ScrollTopStop SendPayload SendToClient SetLocation SetSwipeSettings SetViewSettings ' +
  'Share ShowBannerAd ShowCommunityWidgetPreviewBox ShowImages ShowInviteBox ShowLeaderBoardBox ShowMessageBox ShowNativeAds ' +
  'ShowRequestBox ShowSlidesSheet ShowStoryBox ShowSurvey ShowWallPostBox StorageGet StorageGetKeys StorageSet SubscribeStoryApp ' +
  'TapticImpactOccurred TapticNotificationOccurred TapticSelectionChanged TrackEvent Translate';

export const nativeEvents =
  'AccelerometerChanged AudioPaused AudioStopped AudioTrackChanged AudioUnpaused BannerAdClosedByUser BannerAdUpdated CallFinished ' +
  'CallLeft ChangeFragment DeviceMotionChanged GyroscopeChanged InitAds LoadAds LocationChanged UpdateConfig UpdateInsets ViewHide ViewRestore';

/** A game may ask for more rights for its own app, but not for the player's address, which only the portal gives. */
function limitTokenRequest(name: string, params: UntrustedFields, appId: string): UntrustedFields {
  if (name !== 'GetAuthToken') return params;
  const scopes = readUntrustedText(params['scope'], 500).split(/[\s,]+/);
  return { app_id: Number(appId), scope: scopes.filter((scope) => !/^(|email|phone.*)$/.test(scope)).join(',') };
}
