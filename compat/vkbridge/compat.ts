import { describeCalls, type ForeignCallRow, type ForeignSdkManifest } from '../port.ts';

const onVkOnly = 'On VK only; elsewhere error 6 (unsupported platform).';
const notHere = 'Error 6 (unsupported platform).';

const members = describeCalls([
  ['send', 'start', 'yes', 'Answers the methods below; on VK, most of them reach VK through the portal.'],
  ['sendPromise', 'start', 'yes', 'The older name.'],
  ['subscribe', 'events', 'yes', 'Results, and `VKWebAppViewHide` and `VKWebAppViewRestore` for pauses of the portal.'],
  ['unsubscribe', 'events', 'yes', 'Removes a listener.'],
  ['supports', 'start', 'yes', 'Whether the method does something here; on VK, true once the SDK is connected.'],
  ['supportsAsync', 'start', 'yes', 'The same, after connecting.'],
  ['isWebView', 'start', 'yes', 'False.'],
  ['isIframe', 'start', 'yes', 'True in the portal.'],
  ['isEmbedded', 'start', 'yes', 'As `isIframe`.'],
  ['isStandalone', 'start', 'yes', 'False in the portal.'],
]);

const methods: readonly ForeignCallRow[] = [
  ['VKWebAppInit', 'start', 'yes', 'Connects to the portal and ends the loading screen; then `VKWebAppUpdateConfig`.'],
  ['SetSupportedHandlers', 'start', 'yes', 'The methods that do something here.'],
  ['VKWebAppGetConfig', 'device', 'partly', 'Colours and size; `api_host` is empty.'],
  ['VKWebAppGetClientVersion', 'device', 'yes', '`web` and the version of our SDK.'],
  [
    'VKWebAppGetUserInfo',
    'user',
    'partly',
    "Name, picture and a number for the player's id in this game, also for guests; city, country and birthday are empty. On VK, VK's own.",
  ],
  [
    'VKWebAppGetLaunchParams',
    'user',
    'partly',
    "The same id. `sign` is the game token: the game's server verifies it with the portal's keys instead of VK's. Empty for guests.",
  ],
  ['VKWebAppGetAuthToken', 'user', 'no', onVkOnly],
  ['VKWebAppCallAPIMethod', 'user', 'no', onVkOnly],
  ['VKWebAppGetEmail', 'user', 'no', notHere],
  ['VKWebAppGetPhoneNumber', 'user', 'no', notHere],
  ['VKWebAppGetGeodata', 'user', 'no', '`available` is 0.'],

  ['VKWebAppCheckNativeAds', 'ads', 'yes', 'Whether the platform has an ad.'],
  [
    'VKWebAppShowNativeAds',
    'ads',
    'yes',
    'An ad of the platform. Error 20 without one; error 4 if the player skipped a rewarded ad.',
  ],
  ['VKWebAppShowBannerAd', 'ads', 'partly', "The platform's banner, in the platform's place. Error 20 without one."],
  ['VKWebAppHideBannerAd', 'ads', 'yes', 'Hides the banner.'],
  ['VKWebAppCheckBannerAd', 'ads', 'yes', 'Whether the game has shown the banner.'],

  ['VKWebAppStorageGet', 'data', 'yes', "Reads the player's save."],
  ['VKWebAppStorageGetKeys', 'data', 'yes', 'The keys.'],
  ['VKWebAppStorageSet', 'data', 'yes', "Writes to the player's save; an empty value removes the key."],

  [
    'VKWebAppShowOrderBox',
    'purchases',
    'partly',
    "`item` is a product of the portal. Our delivery goes to the game's server; a game without one gets the result and grants it at once. Error 6 where nothing is sold.",
  ],
  ['VKWebAppShowSubscriptionBox', 'purchases', 'no', notHere],
  ['VKWebAppOpenPayForm', 'purchases', 'no', notHere],

  [
    'VKWebAppShowLeaderBoardBox',
    'leaderboard',
    'yes',
    "Submits `user_result` to the game's first leaderboard and shows it. Error 6 without one.",
  ],
  ['VKWebAppShowInviteBox', 'friends', 'yes', "The platform's invitations."],
  ['VKWebAppShowRequestBox', 'friends', 'no', onVkOnly],
  ['VKWebAppGetFriends', 'friends', 'no', onVkOnly],
  [
    'VKWebAppShare',
    'friends',
    'yes',
    "Shares the link with the platform's dialog. A link to the game on VK becomes one to the game here.",
  ],
  ['VKWebAppShowWallPostBox', 'friends', 'no', onVkOnly],
  ['VKWebAppShowStoryBox', 'friends', 'no', onVkOnly],
  ['VKWebAppRecommend', 'friends', 'no', onVkOnly],
  ['VKWebAppAddToFavorites', 'friends', 'yes', "Adds the game to the player's favourites; error 4 if it isn't added."],
  ['VKWebAppJoinGroup', 'friends', 'partly', "The game's community on this platform, whatever `group_id` says."],
  ['VKWebAppAllowNotifications', 'friends', 'yes', 'Asks for push messages; error 4 if the player refuses.'],

  ['VKWebAppTrackEvent', 'analytics', 'yes', 'An event of the statistics.'],
  ['VKWebAppSetLocation', 'device', 'yes', "Sets the part after `#` of the portal's address."],
  ['VKWebAppCopyText', 'device', 'yes', 'Copies the text, or shows it so that the player can.'],
  ['VKWebAppTapticImpactOccurred', 'device', 'partly', 'Vibrates; error 6 on devices that can not.'],
  ['VKWebAppTapticNotificationOccurred', 'device', 'partly', 'As above.'],
  ['VKWebAppTapticSelectionChanged', 'device', 'partly', 'As above.'],
  ['VKWebAppFlashGetInfo', 'device', 'no', '`is_available` is false.'],
  ['VKWebAppAddToHomeScreen', 'device', 'no', onVkOnly],
  ['VKWebAppAddToHomeScreenInfo', 'device', 'no', '`is_feature_supported` is false.'],
  ['VKWebAppResizeWindow', 'device', 'no', onVkOnly],
  ['VKWebAppSetViewSettings', 'device', 'no', onVkOnly],
  ['VKWebAppOpenApp', 'device', 'no', onVkOnly],
  ['VKWebAppClose', 'device', 'no', onVkOnly],
  ['VKWebAppCheckSurvey', 'device', 'no', 'False.'],
];

export const manifest: ForeignSdkManifest = {
  id: 'vkbridge',
  title: 'VK Bridge',
  hosts: ['vk.com', 'vk.ru'],
  scripts: ['unpkg.com', 'cdn.jsdelivr.net/npm'].flatMap((cdn) =>
    ['@vkontakte/vk-bridge', '@vkontakte/vk-bridge@*'].flatMap((name) =>
      ['browser.min.js', 'index.umd.js'].map((file) => ({ address: `${cdn}/${name}/dist/${file}`, version: '3' })),
    ),
  ),
  usage: /\bvkBridge\s*\??\.\s*send\b|["'`]VKWebAppInit["'`]/,
  runsFirst: true,
  calls: [...members, ...describeCalls(methods).map((each) => ({ ...each, isText: true as const }))],
};
