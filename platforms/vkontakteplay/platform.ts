import { Type } from 'typebox';
import { CurrencyCode } from '#model/money.ts';
import { object, text } from '#model/schema.ts';
import {
  GameUrlSetting,
  flagSetting,
  maxAgeSetting,
  optionalTextSetting,
  secretSetting,
  simulatorUrlSetting,
} from '../kit/settings.ts';
import { definePlatform } from '../port.ts';

const appId = text(20, { pattern: '^[1-9]\\d{0,19}$', description: "GMRID: the game's ID on VK Play" });
const field = (usual: string) => optionalTextSetting(60, '^\\w+$', `Absent: ${usual}`);

const publicSettings = {
  TrustLaunch: flagSetting(
    'Accept the signed launch parameters alone if VK Play gives no token. They must contain a `time`',
  ),
  GameUrl: GameUrlSetting,
  BaseUrl: simulatorUrlSetting('Address of VK Play'),
};

export const vkontakteplay = definePlatform({
  id: 'VkontaktePlay',
  title: 'VK Play',
  evidence: { level: 'documented', assumed: "the fields of billing's callback and the replies to it" },
  embeddedBy: ['https://vkplay.ru', 'https://*.vkplay.ru'],
  identityTypes: ['VkontaktePlay'],
  login: {
    key: 'VkontaktePlay',
    block: object({
      QueryString: text(4096),
      Uid: Type.Optional(text(40)),
      Hash: Type.Optional(text(200, { description: 'The one-time token from `getAuthToken`' })),
    }),
  },
  settings: object({
    AppId: appId,
    ...publicSettings,
    Secret: secretSetting(200, "The game's secret for api.games.mail and gc.mail.ru; it signs everything"),
    MaxLaunchAgeS: maxAgeSetting('a launch', 31_536_000, 'a day'),
    Provider: optionalTextSetting(
      40,
      '^\\w+$',
      "The portal's payment provider to use, such as MoneyMailRu; absent: VK Play's billing",
    ),
    BillingFields: Type.Optional(
      object(
        {
          Transaction: field('tid'),
          Payer: field('uid'),
          Amount: field('amount'),
          Currency: field('currency'),
          Order: field('item_id'),
          App: field('appid'),
        },
        { description: 'Field names of a billing callback' },
      ),
    ),
    IsTest: flagSetting('Payments are tests and cost nothing'),
  }),
  publicData: object({ AppId: Type.Optional(appId), ...publicSettings }),
  capabilities: ['signIn', 'purchases', 'video', 'interstitial', 'friends', 'lifecycle'],
  forbids: ['links'],
  reaches: {
    script: ['https://vkplay.ru'],
    connect: ['https://vkplay.ru', 'https://*.vkplay.ru'],
    frame: ['https://vkplay.ru', 'https://*.vkplay.ru'],
    style: ["'unsafe-inline'"],
  },
  purchases: 'per-purchase',
  sellsInBuyerCurrency: true,
  paymentRequest: {
    key: 'VkontaktePlay',
    block: object({ IpAddress: Type.Optional(text(64)), Uid: text(64), Currency: CurrencyCode }),
  },
  paymentReply: {
    key: 'VkontaktePlay',
    block: object({ MerchantParam: text(2000, { description: "JSON for VK Play's payment window" }) }),
  },
});
