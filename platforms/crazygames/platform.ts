import { Type } from 'typebox';
import { PayStationToken, XsollaProjectSettings } from '#kit/xsolla/project.ts';
import { object, oneOf, text } from '#model/schema.ts';
import { mappingSetting, optionalSecretSetting, simulatorUrlSetting } from '../kit/settings.ts';
import { definePlatform } from '../port.ts';
import { frameOrigins } from './origins.ts';

const publicSettings = {
  SdkVersion: Type.Optional(oneOf(['2', '3'], { description: "Version of the platform's script; absent: 3" })),
  SdkUrl: simulatorUrlSetting("Address of the platform's script"),
};

export const crazygames = definePlatform({
  id: 'CrazyGames',
  title: 'CrazyGames',
  evidence: { level: 'documented' },
  embeddedBy: frameOrigins,
  identityTypes: ['CrazyGames', 'CrazyGamesGuest'],
  guestType: 'CrazyGamesGuest',
  login: { key: 'CrazyGames', block: object({ Token: Type.Optional(text(4096)), IsGuest: Type.Boolean() }) },
  settings: object({
    ...publicSettings,
    GameId: text(64, {
      pattern: '^[\\x21-\\x7e]+$',
      description:
        "The game's ID in the developer portal. Tokens of other games are signed with the same key, so it is checked",
    }),
    Xsolla: Type.Optional({
      ...XsollaProjectSettings,
      description: "The platform's own Xsolla project, for games invited to sell; absent: nothing is sold",
    }),
    Leaderboards: mappingSetting(
      'our id',
      text(6, { pattern: '^weekly$' }),
      "The platform's only leaderboard, weekly, if it gets the players' scores. It needs LeaderboardKey",
    ),
    LeaderboardKey: optionalSecretSetting(
      400,
      "The API key under Leaderboard in the developer portal, for games with a leaderboard; absent: scores can't be sent",
    ),
    LeaderboardUrl: simulatorUrlSetting('Address of the leaderboard API'),
    KeyUrl: simulatorUrlSetting('Address of the public key'),
  }),
  publicData: object(publicSettings),
  purchases: 'platform',
  paymentRequest: { key: 'CrazyGames', block: object({ AccessToken: text(4096) }) },
  paymentReply: { key: 'CrazyGames', block: PayStationToken },
  capabilities: [
    'signIn',
    'purchases',
    'video',
    'interstitial',
    'banner',
    'friends',
    'invites',
    'storage',
    'native',
    'lifecycle',
  ],
  serverCapabilities: ['leaderboards'],
  forbids: ['games-of-chance'],
  reaches: {
    script: ['https://*.crazygames.com', 'https://cdn.xsolla.net'],
    connect: ['https://*.crazygames.com'],
    frame: ['https://*.crazygames.com', 'https://secure.xsolla.com', 'https://sandbox-secure.xsolla.com'],
    // Banners and Xsolla's widget add inline styles.
    style: ["'unsafe-inline'"],
  },
});
