// What a game that knows VK may call there itself. It is a list of what is allowed, so that what VK adds later is not: order and
// subscription boxes would take money past our orders, launch parameters are the proof of who plays, and tokens, addresses and
// telephone numbers are not a game's to ask for in our name.
const names =
  'AddToCommunity AddToFavorites AddToHomeScreen AllowMessagesFromGroup AllowNotifications CallAPIMethod CheckBannerAd CheckNativeAds ' +
  'CopyText DenyNotifications GetClientVersion GetConfig GetFriends GetGroupInfo GetUserInfo HideBannerAd JoinGroup LeaveGroup OpenApp ' +
  'Recommend ResizeWindow Scroll SetViewSettings Share ShowBannerAd ShowImages ShowInviteBox ShowLeaderBoardBox ShowNativeAds ' +
  'ShowRequestBox ShowStoryBox ShowWallPostBox StorageGet StorageGetKeys StorageSet TrackEvent';

/** Whole words only: nothing is found between two of them. */
export const isAllowedMethod = (method: string): boolean =>
  method.startsWith('VKWebApp') && names.split(' ').includes(method.slice(8));
