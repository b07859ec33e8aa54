// Settings per app store; a store without settings isn't available. Package and product ids come from here and from our
// orders, never from a receipt.
import { Type, type Static } from 'typebox';
import { CountryCode } from '#model/money.ts';
import { Sku } from '#model/product.ts';
import { object, text } from '#model/schema.ts';
import {
  flagSetting,
  SimulatorFramingOriginSetting,
  optionalTextSetting,
  simulatorUrlSetting,
} from '../kit/settings.ts';

const packageName = text(255, { pattern: '^[A-Za-z][A-Za-z0-9_.-]*$', description: "The app's id in the store" });

const privateKey = (description: string) => text(5000, { minLength: 40, description });

const Products = Type.Optional(
  Type.Array(object({ Sku, StoreProductId: text(200, { minLength: 1 }) }), {
    maxItems: 1000,
    description: 'Products whose id in the store is not our SKU; absent: all ids are the SKUs',
  }),
);

export const AppStoreSettings = object({
  BundleId: packageName,
  AppAppleId: Type.Optional(Type.Integer({ minimum: 1, description: "The app's number, which notifications contain" })),
  Api: Type.Optional(
    object(
      {
        IssuerId: text(100, { minLength: 1 }),
        KeyId: text(40, { minLength: 1 }),
        PrivateKey: privateKey("The key's .p8 file, unchanged"),
      },
      { description: "A key for in-app purchases; absent: the device's signed transaction is accepted as it is" },
    ),
  ),
  RootCertificates: Type.Optional(
    Type.Array(text(8000, { pattern: '^[A-Za-z0-9+/]+=*$' }), {
      minItems: 1,
      maxItems: 10,
      description: 'Trusted root certificates, DER in base64; absent: Apple Root CA - G3',
    }),
  ),
  TakesSandbox: flagSetting(
    'Sandbox purchases are granted in production too, as tests without revenue: App Review buys in the sandbox',
  ),
  Products,
  ApiUrl: simulatorUrlSetting('Address of the API'),
  SandboxApiUrl: simulatorUrlSetting('Address of the sandbox API'),
});

export const GooglePlaySettings = object({
  PackageName: packageName,
  ServiceAccount: object({
    ClientEmail: text(320, { minLength: 3 }),
    PrivateKey: privateKey('private_key from its JSON file'),
  }),
  LicenceKey: optionalTextSetting(
    2000,
    '^[A-Za-z0-9+/]+=*$',
    "The app's licence key, which also verifies what a device sends",
  ),
  Push: Type.Optional(
    object(
      { Audience: text(500, { minLength: 1 }), Email: text(320, { minLength: 3 }) },
      {
        description:
          'The audience and the service account of the Pub/Sub subscription; absent: notifications are refused',
      },
    ),
  ),
  Products,
  ApiUrl: simulatorUrlSetting('Address of the API'),
  TokenUrl: simulatorUrlSetting('Address of the token endpoint'),
  PushKeysUrl: simulatorUrlSetting('Address of the notification keys'),
});

export const RuStoreSettings = object({
  AppId: text(20, { pattern: '^[1-9]\\d*$', description: "The app's number, appId in its purchases" }),
  KeyId: text(40, { minLength: 1 }),
  PrivateKey: privateKey('The private key, in base64 as in the console, or as PEM'),
  Products,
  ApiUrl: simulatorUrlSetting('Address of the API'),
});

export const HuaweiSettings = object({
  PackageName: packageName,
  ClientId: text(100, { minLength: 1 }),
  ClientSecret: text(200, { minLength: 8 }),
  PublicKey: text(2000, { pattern: '^[A-Za-z0-9+/]+=*$', description: "The app's public payment key, in base64" }),
  OrderSite: Type.Optional(
    text(200, { pattern: '^https?://', description: 'The order site of the region; absent: Europe' }),
  ),
  AccountOrderSite: Type.Optional(
    text(200, { pattern: '^https?://', description: 'The same for purchases with accountFlag 1; absent: Europe' }),
  ),
  Products,
  TokenUrl: simulatorUrlSetting('Address of the token endpoint'),
});

export const SamsungSettings = object({
  PackageName: packageName,
  Products,
  ApiUrl: simulatorUrlSetting('Address of the API'),
});

export const AmazonSettings = object({
  SharedSecret: text(400, { minLength: 8, description: "The developer account's shared key" }),
  Products,
  ApiUrl: simulatorUrlSetting('Address of the API'),
});

const countries = (store: string) =>
  Type.Optional(
    Type.Array(Type.Union([CountryCode, Type.Literal('*')]), {
      maxItems: 300,
      description: `Store countries in which ${store} lets an app offer our own payments; * is all; absent: none`,
    }),
  );

export const NativeSettings = object({
  AppStore: Type.Optional(AppStoreSettings),
  GooglePlay: Type.Optional(GooglePlaySettings),
  Huawei: Type.Optional(HuaweiSettings),
  Samsung: Type.Optional(SamsungSettings),
  Amazon: Type.Optional(AmazonSettings),
  RuStore: Type.Optional(RuStoreSettings),
  WebPayments: Type.Optional(
    object({
      AppStore: countries('the App Store'),
      GooglePlay: countries('Google Play'),
      Elsewhere: countries('another store, by the country of the device,'),
    }),
  ),
  FrameOrigin: SimulatorFramingOriginSetting,
});
export type NativeSettings = Static<typeof NativeSettings>;

export type StoreProductMapping = readonly { readonly Sku: string; readonly StoreProductId: string }[] | undefined;

export const findStoreProductId = (products: StoreProductMapping, sku: string): string =>
  products?.find((each) => each.Sku === sku)?.StoreProductId ?? sku;

/** An unknown id is returned as it is, and isn't sold. */
export const findSku = (products: StoreProductMapping, storeProductId: string): string =>
  products?.find((each) => each.StoreProductId === storeProductId)?.Sku ?? storeProductId;
