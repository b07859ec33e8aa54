import { Type } from 'typebox';
import { object, text } from '#model/schema.ts';
import {
  flagSetting,
  SimulatorFramingOriginSetting,
  optionalListSetting,
  optionalTextSetting,
  secretSetting,
  simulatorUrlSetting,
} from '../kit/settings.ts';
import { definePlatform } from '../port.ts';
import { oksUnitName, oksCurrencyCode } from './oks.ts';
import { framingOrigins } from './origins.ts';

const publicSettings = {
  GroupId: optionalTextSetting(20, '^[1-9]\\d{0,19}$', 'ID of the group that players join; absent: none'),
  ApiBase: simulatorUrlSetting('Address of the API'),
  FrameOrigin: SimulatorFramingOriginSetting,
};

export const odnoklassniki = definePlatform({
  id: 'Odnoklassniki',
  title: 'Odnoklassniki',
  evidence: { level: 'documented' },
  embeddedBy: framingOrigins,
  identityTypes: ['Odnoklassniki'],
  login: { key: 'Odnoklassniki', block: object({ QueryString: text(4096) }) },
  publicData: object(publicSettings),
  settings: object({
    ...publicSettings,
    ApplicationKey: text(40, {
      pattern: '^[A-Z0-9]{8,40}$',
      description: "The app's public key (Публичный ключ)",
    }),
    ApplicationSecretKey: secretSetting(100, "The app's secret key (Секретный ключ); it signs launches and payments"),
    ApplicationId: optionalTextSetting(
      20,
      '^[1-9]\\d{0,19}$',
      "The app's number (ID приложения); absent: refunds made by the platform itself are not found in its records",
    ),
    CallbackNetworks: optionalListSetting(
      text(49, { pattern: '^[0-9a-f.:]+/\\d{1,3}$' }),
      30,
      'Networks from which payment callbacks are accepted, in addition to their signature; absent: any',
    ),
    IsTest: flagSetting('Payments cost nothing; only for simulators'),
  }),
  purchases: 'platform',
  storeCurrency: oksCurrencyCode,
  unitWorth: { minor: 100, currency: 'RUB' },
  unitNames: { [oksCurrencyCode]: oksUnitName },
  paymentReply: {
    key: 'Odnoklassniki',
    block: object({
      ExtraAttributes: text(2000, { description: 'JSON with the order, which the platform sends back to the server' }),
      Name: text(200),
      Description: text(2000),
      Price: Type.Integer({ minimum: 1, description: 'In OKs' }),
    }),
  },
  capabilities: ['purchases', 'video', 'interstitial', 'banner', 'friends', 'invites', 'share', 'community', 'reviews'],
  forbids: ['links'],
  reaches: { connect: ['https://api.ok.ru'] },
});
