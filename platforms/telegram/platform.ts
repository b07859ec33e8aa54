import { object, text, url } from '#model/schema.ts';
import { flag, FrameOrigin, maxAgeS, optionalText, simulatedUrl } from '../kit/settings.ts';
import { definePlatform } from '../port.ts';
import { origins } from './origins.ts';

// What the browser adapter needs to know, and everybody may.
const open = {
  BotName: optionalText(32, '^\\w{3,32}$', 'The name of the bot without @; absent: nobody can be invited'),
  AppName: optionalText(64, '^\\w{3,64}$', 'The short name of the app at the bot; absent: its main app'),
  Community: optionalText(32, '^\\w{3,32}$', 'The name of a public channel or group, without @'),
  AdsgramBlockId: optionalText(
    40,
    '^\\d+$',
    'The block of AdsGram for videos with a reward, a number; absent: no videos',
  ),
  AdsgramInterstitialId: optionalText(
    40,
    '^int-\\d+$',
    'The block of AdsGram for pauses, such as int-123; absent: no interstitials',
  ),
  AdsgramUrl: simulatedUrl("Where AdsGram's script is"),
  FrameOrigin,
};

export const telegram = definePlatform({
  id: 'Telegram',
  title: 'Telegram',
  embeddedBy: origins,
  identityTypes: ['Telegram'],
  login: { key: 'Telegram', block: object({ InitData: text(8192) }) },
  paymentReply: { key: 'Telegram', block: object({ InvoiceUrl: url }) },
  settings: object({
    ...open,
    BotToken: text(100, { pattern: '^\\d{1,20}:[\\w-]{20,}$', description: 'As BotFather gave it' }),
    WebhookSecret: text(256, {
      pattern: '^[\\w-]{16,256}$',
      description: 'Made up by the operator and told to Telegram with the address of the hook',
    }),
    MaxAgeSeconds: maxAgeS('a start', 604_800, 'a day'),
    IsTest: flag("The bot lives on Telegram's test servers, where Stars are no money"),
    ApiBase: simulatedUrl('Where the Bot API is'),
  }),
  publicData: object(open),
  capabilities: ['purchases', 'video', 'interstitial', 'invites', 'share', 'favorites', 'community', 'lifecycle'],
  purchases: 'platform',
  storeCurrency: 'XTR',
  unitWorth: { minor: 2, currency: 'USD' },
  unitNames: { XTR: { en: '⭐' } },
  reaches: { script: ['https://sad.adsgram.ai'], connect: ['https://api.adsgram.ai'] },
});
