import { describeCalls, type ForeignSdkManifest } from '../port.ts';

const noChat = 'Nothing: there is no chat next to the game.';
const noContent = 'Nothing: players share no content here.';

export const manifest: ForeignSdkManifest = {
  id: 'kongregate',
  title: 'Kongregate',
  hosts: ['kongregate.com', 'konggames.com'],
  // The asterisk is `cdn1` to `cdn4`, or `www`.
  scripts: [{ address: '*.kongregate.com/javascripts/kongregate_api.js', version: '1' }],
  usage: /\bkongregateAPI\??\.\s*loadAPI\b|\bkongregateUnitySupport\b/,
  calls: describeCalls([
    ['loadAPI', 'start', 'yes', 'Connects to the portal, then calls the function.'],
    ['getAPI', 'start', 'yes', 'The object whose calls follow; null before `loadAPI` has called the function.'],
    ['initAPI', 'start', 'yes', '`kongregateUnitySupport`: as `loadAPI`, then the Unity method gets `id|name|token`.'],
    ['getUnityObject', 'start', 'yes', '`kongregateUnitySupport`: the Unity instance that the page keeps as a global.'],

    ['services.connect', 'start', 'yes', 'Nothing: `loadAPI` connects.'],
    ['services.isConnected', 'start', 'yes', 'True.'],
    ['services.isKongregate', 'start', 'yes', 'True on a portal.'],
    ['services.isGuest', 'user', 'yes', 'Whether the player has no account.'],
    ['services.getUserId', 'user', 'partly', "A number made from the player's id in this game; 0 for guests."],
    ['services.getUsername', 'user', 'yes', 'The name; `Guest` for guests.'],
    [
      'services.getGameAuthToken',
      'user',
      'partly',
      "The game token, signed by the portal: the game's server verifies it with the portal's keys instead of `authenticate.json`. Empty for guests.",
    ],
    ['services.showSignInBox', 'user', 'yes', "Opens the portal's sign-in."],
    ['services.showRegistrationBox', 'user', 'yes', "Opens the portal's sign-in."],
    ['services.addEventListener', 'user', 'yes', '`login`: the guest has signed in.'],
    ['services.removeEventListener', 'user', 'yes', 'Removes a listener.'],
    [
      'services.showInvitationBox',
      'invitations',
      'partly',
      "The platform's invitation of friends with the text; `filter` and `kv_params` are ignored.",
    ],
    [
      'services.showFeedPostBox',
      'invitations',
      'partly',
      "Shares the game's page on the portal with the text; the picture and `kv_params` are ignored.",
    ],
    ['services.showShoutBox', 'invitations', 'no', '`success` is false.'],
    ['services.privateMessage', 'invitations', 'no', 'Nothing.'],
    ['services.resizeGame', 'page', 'no', 'Nothing: the portal fits the game into the page.'],

    [
      'stats.submit',
      'statistics',
      'yes',
      'An event with this name and value, for quests; also a score, if the game has a leaderboard with this id. Only whole numbers from 0.',
    ],
    ['stats.submitArray', 'statistics', 'yes', 'As `stats.submit`, for each.'],

    [
      'mtx.requestItemList',
      'purchases',
      'partly',
      "The products. `price` is in the player's currency; there are no tags.",
    ],
    [
      'mtx.requestUserItemList',
      'purchases',
      'partly',
      'What the player has paid for and the game has not used, and quest rewards. `success` is false for other players, and unless the page receives the purchases (`PurchasesIn`).',
    ],
    [
      'mtx.purchaseItems',
      'purchases',
      'partly',
      'Buys the product with this SKU. `success` is false for more than one item, and unless the page receives the purchases (`PurchasesIn`).',
    ],
    ['mtx.useItemInstance', 'purchases', 'yes', 'Ends a purchase; `success` is false if it was used before.'],
    ['mtx.purchaseItemsRemote', 'purchases', 'no', "`success` is false: prices are the portal's."],
    ['mtx.showKredPurchaseDialog', 'purchases', 'no', 'Nothing: there are no Kreds.'],
    ['mtx.initializeIncentivizedAds', 'ads', 'yes', '`adsAvailable` or `adsUnavailable`.'],
    [
      'mtx.showIncentivizedAd',
      'ads',
      'yes',
      'A rewarded ad: `adOpened`, then `adCompleted` if it was watched to its end, else `adAbandoned`; then `adsAvailable` or `adsUnavailable`.',
    ],
    ['mtx.addEventListener', 'ads', 'yes', 'Listens to the events of ads.'],
    ['mtx.removeEventListener', 'ads', 'yes', 'Removes a listener.'],

    ['chat.showTab', 'chat', 'no', noChat],
    ['chat.closeTab', 'chat', 'no', noChat],
    ['chat.displayMessage', 'chat', 'no', noChat],
    ['chat.clearMessages', 'chat', 'no', noChat],
    ['chat.displayCanvasImage', 'chat', 'no', noChat],
    ['chat.displayCanvasText', 'chat', 'no', noChat],
    ['chat.drawCanvasObject', 'chat', 'no', noChat],
    ['chat.removeCanvasObject', 'chat', 'no', noChat],
    ['chat.addEventListener', 'chat', 'no', 'Never called.'],
    ['chat.removeEventListener', 'chat', 'no', 'Removes a listener.'],

    ['sharedContent.save', 'shared content', 'no', '`success` is false.'],
    ['sharedContent.browse', 'shared content', 'no', noContent],
    ['sharedContent.addLoadListener', 'shared content', 'no', 'Never called.'],
    ['images.submitAvatar', 'shared content', 'no', '`success` is false.'],
    ['analytics.start', 'events', 'no', 'Nothing.'],
    ['analytics.addEvent', 'events', 'no', 'Nothing.'],
    ['analytics.setCommonProperties', 'events', 'no', 'Nothing.'],
    ['analytics.setCommonPropsCallback', 'events', 'no', 'Never called.'],
    ['analytics.addFilterType', 'events', 'no', 'Nothing.'],
  ]),
};
