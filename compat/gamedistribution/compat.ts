import { describeCalls, type ForeignSdkManifest } from '../port.ts';

export const manifest: ForeignSdkManifest = {
  id: 'gamedistribution',
  title: 'GameDistribution',
  hosts: ['gamedistribution.com', 'tunnl.com'],
  scripts: [
    { address: 'html5.api.gamedistribution.com/main.min.js', version: '1' },
    { address: 'html5.api.gamedistribution.com/main.js', version: '1' },
    { address: 'html5.api.gamedistribution.com/libs/gd/api.js', version: '1' },
  ],
  usage: /\bGD_OPTIONS\b|\bgdsdk\b|\bgdApi\??\.showBanner\b/,
  calls: describeCalls([
    ['AdType', 'ads', 'yes', 'The names of the kinds of ads.'],
    [
      'showAd',
      'ads',
      'partly',
      "An ad of the platform. `SDK_GAME_PAUSE` only if there is one, `SDK_REWARDED_WATCH_COMPLETE` if a rewarded ad was watched to its end, then `SDK_GAME_START`. Rejects after `AD_ERROR` if there is none, and for a rewarded ad that the player skips. A display ad is the platform's banner, in the platform's place, until the game hides the container.",
    ],
    [
      'preloadAd',
      'ads',
      'yes',
      'Resolves if there is an ad, which the platform prepares itself; rejects if there is none.',
    ],
    [
      'cancelAd',
      'ads',
      'partly',
      '`SDK_GAME_START`; rejects while an ad is open, because only the platform can close it.',
    ],
    ['showBanner', 'ads', 'yes', 'As `showAd`, for games from before it.'],
    [
      'sendEvent',
      'game',
      'yes',
      "The event with its name, level and score, for quests; a score above 0 is also submitted to the game's first leaderboard.",
    ],
    ['executeStoreAction', 'purchases', 'no', 'Rejects. Sell with `FxId.payments`.'],
    ['getSession', 'start', 'partly', "The portal's address; whether there are display ads."],
    ['openConsole', 'start', 'yes', "Nothing: the lab's log has every call."],
    ['play', 'start', 'yes', 'Nothing, as on GameDistribution.'],
    ['customLog', 'start', 'yes', 'Nothing, as on GameDistribution.'],
  ]),
};
