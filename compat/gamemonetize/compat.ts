import { describeCalls, type ForeignSdkManifest } from '../port.ts';

export const manifest: ForeignSdkManifest = {
  id: 'gamemonetize',
  title: 'GameMonetize',
  hosts: ['gamemonetize.com', 'gamemonetize.co', 'monetizegame.com'],
  scripts: [
    { address: 'api.gamemonetize.com/sdk.js', version: '1' },
    { address: 'api.monetizegame.com/sdk.js', version: '1' },
  ],
  // The options' name alone is used by others as well.
  usage: /\bSDK_OPTIONS\b[^]{0,2000}?\bSDK_GAME_(?:PAUSE|START)\b/,
  calls: describeCalls([
    [
      'showBanner',
      'ads',
      'yes',
      'An ad of the platform over the whole game. `SDK_GAME_PAUSE` only if there is one, then `SDK_GAME_START`; after `AD_ERROR` if there is none. Never a rewarded ad.',
    ],
    ['openConsole', 'start', 'yes', "Nothing: the lab's log has every call."],
    ['play', 'start', 'yes', 'Nothing, as on GameMonetize.'],
  ]),
};
