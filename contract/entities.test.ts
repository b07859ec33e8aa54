// Every entity in the two specification documents has a schema with exactly the fields that they name.
import { readFile } from 'node:fs/promises';
import type { TObject } from 'typebox';
import { expect, test } from 'vitest';
import { Account, ConnectedGame, Profile } from '#model/account.ts';
import { gameConnectionResults } from '#model/game-connection.ts';
import { portalAnalyticsBuildId, portalAnalyticsPlatformId } from '#model/analytics-events.ts';
import { AnalyticsEnvelope, AnalyticsEvent } from '#model/analytics.ts';
import { DocumentAcceptance, LegalDocument } from '#model/document.ts';
import { EventRule, InGameEvent } from '#model/event.ts';
import { Friend, FriendStatus, PlatformFriend } from '#model/friend.ts';
import { AnalyticsConfig, Build } from '#model/game.ts';
import { Gender, SocialIdentifier } from '#model/identity.ts';
import { PriceData } from '#model/money.ts';
import { NewsItem, NewsPriority } from '#model/news.ts';
import { CardInfo, Order, OrderPersonalInfo, orderStatuses, PurchaseResult, unknownEnumValue } from '#model/order.ts';
import { PaymentEvent } from '#model/payment-event.ts';
import { AdsError, Capability, PlayerInfo, reportedSdkVersion, SocialInfo } from '#model/player.ts';
import { ProblemReply, signInErrorParamTextKeys, signInErrorTextKeys } from '#model/problem.ts';
import { Product } from '#model/product.ts';
import { PushToken } from '#model/push.ts';
import { CompanyBranding, PortalConfig, PublicGameConfig, PublicWebClientConfig } from './config.ts';
import { IdentityTypeName, SignInProvider, WebPublishingPlatform } from './registries.ts';
import { PaymentRequest, PaymentResult } from './store.ts';

test.each<[string, TObject, string]>([
  [
    'Account',
    Account,
    'AccountId Email EmailValidated HasEmail Guest HasCompletedOrder MarketingEnabled Locale GeoCountry Name Features SocialIdentifiers ConnectedGames',
  ],
  ['Profile', Profile, 'AccountId Name Email Locale ConnectedGames SocialIdentifiers'],
  ['Connected game', ConnectedGame, 'Game GameJwt GameUid StoreEnabled TagsLinks Surveys'],
  ['Social identifier', SocialIdentifier, 'Type Id'],
  [
    'Product',
    Product,
    'Sku ProductName ProductDescription LocalizedNames LocalizedDescriptions ProductType Labels Payload Quantity ImageUrl Picture IconUrl ShowInWebStore RequiresDryRun Price Currency UsdPrice Game AdditionalProducts PriceData WasPrice Category Tiers',
  ],
  ['Price data', PriceData, 'Price Currency CurrencyIso4217 LocalizedPrice'],
  ['Order', Order, 'PublicOrderId Status OrderProducts TotalPrice'],
  ['Order personal info', OrderPersonalInfo, 'Email PhoneNumber IsAutoConfirm'],
  ['Card info', CardInfo, 'Brand Last4'],
  ['Legal document', LegalDocument, 'Id DocumentType CreatedAt IsActive GameSystemName Versions'],
  ['Document acceptance', DocumentAcceptance, 'Id DocumentVersionId AccountId AcceptedAt'],
  ['News item', NewsItem, 'Id CreatedAt Messages Priority Link IconUrl ImageUrl Picture Tags'],
  ['Friend', Friend, 'FriendAccountId GameId Game InThisGame LastUpdatedAt Name Status'],
  ['Friend of the platform', PlatformFriend, 'uid firstName lastName displayName gender photo'],
  ['Friend status', FriendStatus, 'Game FriendAccountId Name Status LastUpdatedAt'],
  ['Build', Build, 'Id GameId BuildType Sha Description ChangeSet CreatedAt BuildNumber Metadata InstallUrl'],
  ['Event rule', EventRule, 'Code Filter1 Filter2 Filter3'],
  ['In-game event', InGameEvent, 'game eventCode value p1 p2 p3'],
  ['Push token', PushToken, 'Game GameOnly Platform Token PublicKey TimeZone'],
  ['Analytics config', AnalyticsConfig, 'SendAllToGtag Sections'],
  ['Analytics envelope', AnalyticsEnvelope, 'SessionId Platform BuildId Events'],
  [
    'Social info',
    SocialInfo,
    'social paymentsAvailable userId displayName firstName lastName photo gender capabilities socialLocale socialFlavor vkcom',
  ],
  ['Player info', PlayerInfo, 'game sdk environment fxId social server'],
  [
    'Portal config',
    PortalConfig,
    'CompanyBranding LegalContacts ExternalPpUrl ExternalPpOpenMethod ExternalTosUrl ExternalTosOpenMethod Turnstile FrameOrigins TrustedDocumentOrigins WebPushPublicKey PublicWebClientConfig Announcement AvatarUrl',
  ],
  [
    'Web client config',
    PublicWebClientConfig,
    'PersonalInformationForm Advertisement TosUrl TosOpenMethod PpUrl PpOpenMethod',
  ],
  [
    'Company branding',
    CompanyBranding,
    'Name ShortName LogoUrl SquareLogoUrl HeaderType Theme AuthProviders Adapters Firebase VkId',
  ],
  [
    'Problem and sign-in error',
    ProblemReply,
    'type title status detail instance Code Message RequestId Fields ErrorCode GenericMessage L10NKey L10NParam AccountId',
  ],
  [
    'Payment fact',
    PaymentEvent,
    'kind dedupKey attemptId orderId providerPaymentId transactionId chargeId refundId amountMinor currency isTest evidenceDueAt isOverpayment',
  ],
])('%s has the specified fields', (_, schema, fields) => {
  expect(Object.keys(schema.properties).sort()).toEqual(fields.split(' ').sort());
});

test('the analytics event has its numbered columns', () => {
  const names = Object.keys(AnalyticsEvent.properties);
  const count = (prefix: string) => names.filter((name) => name.startsWith(prefix) && /\d$/.test(name)).length;
  expect([count('I'), count('F'), count('S'), count('J')]).toEqual([10, 10, 15, 4]);
  expect([portalAnalyticsPlatformId, portalAnalyticsBuildId]).toEqual([24, 190]);
});

test('a purchase results in a transaction or an error code', () => {
  const [paid, failed] = PurchaseResult.anyOf;
  expect(Object.keys(paid.properties)).toEqual(['transactionId', 'stats']);
  expect(failed.properties.errorCode.enum).toEqual(['UserCancelled', 'PaymentFailed', 'Unknown']);
});

test('the public configuration of a game has every specified section', () => {
  const described =
    'PlayGameType PlatformData GameOrientation Presentation SupportedLanguages Store Turnstile CompanyName TosUrl TosOpenMethod PpUrl PpOpenMethod GameSystemName ProductLocalization AllowedAuthProviders LegalContacts Maintenance Leaderboards Servers Launcher StorePage AdPlacements Analytics WebPushPublicKey Links Url Isolated ConnectOrigins ContentPolicy ClosedRights LaunchFlags FrameOrigins Interface MaxSaveBytes ForeignSdk PurchasesIn';
  expect(Object.keys(PublicGameConfig.properties).sort()).toEqual(described.split(' ').sort());
  expect(Object.keys(PublicGameConfig.properties.Store.properties)).toEqual(
    expect.arrayContaining(['XsollaEnabled', 'YookassaEnabled', 'StripeEnabled']),
  );
});

test('a payment has the blocks of every platform and provider that declares one', () => {
  const request = Object.keys(PaymentRequest.properties);
  expect(request).toEqual(
    expect.arrayContaining([
      'Token',
      'Game',
      'Sku',
      'WebPublishingPlatform',
      'EmbeddingType',
      'ProductNameHint',
      'ProductDescriptionHint',
      'DeveloperPayload',
      'CrazyGames',
      'VkontaktePlay',
      'AbsoluteGames',
    ]),
  );
  const result = Object.keys(PaymentResult.properties);
  expect(result).toEqual(
    expect.arrayContaining([
      'TransactionId',
      'OrderProduct',
      'PersonalInfoRequirements',
      'Xsolla',
      'Yookassa',
      'Stripe',
      'MoneyMailRu',
      'Aghanim',
      'FacebookGames',
    ]),
  );
  expect(result).toEqual(
    expect.arrayContaining([
      'OrderPrice',
      'Telegram',
      'Odnoklassniki',
      'YandexGames',
      'FacebookInstantGames',
      'AbsoluteGames',
      'WizQ',
    ]),
  );
});

test('names in the API match the specification exactly', () => {
  expect(WebPublishingPlatform.enum.toSorted()).toEqual(
    'AbsoluteGames CrazyGames FacebookGames FacebookInstantGames FxId FxLauncher FxNative Kongregate Odnoklassniki Steam Telegram VkontakteCom VkontaktePlay WizQ YandexGames'.split(
      ' ',
    ),
  );
  expect(SignInProvider.enum.toSorted()).toEqual(['apple', 'email', 'facebook', 'google', 'vk']);
  expect(IdentityTypeName.enum).toEqual(
    expect.arrayContaining([
      'Email',
      'Telegram',
      'Firebase',
      'Odnoklassniki',
      'YandexGames',
      'CrazyGamesGuest',
      'Facebook',
      'Google',
      'Apple',
      'Kongregate',
      'Xsolla',
      'CrazyGames',
      'MyGames',
      'WizQ',
      'Steam',
      'Egs',
      'Twitch',
      'AW',
    ]),
  );
  expect(Capability.enum).toEqual([
    'FriendsList',
    'FriendsInvite',
    'GamesOfChanceDisabled',
    'RateApplication',
    'OutgoingLinksForbidden',
    'AdsAvailable',
    'RewardedAds',
    'InterstitialAds',
    'BannerAds',
  ]);
  expect(AdsError.enum).toEqual(['Unknown', 'AdsNotConnected', 'NotImplemented']);
  expect(Gender.enum).toEqual(['unspecified', 'male', 'female']);
  expect(NewsPriority.enum).toEqual(['Unspecified', 'Low', 'Update', 'Info', 'News', 'Alert', 'Critical']);
  expect(orderStatuses).toEqual({
    Created: 100,
    WaitingForPayment: 200,
    PayedWaitingForSending: 300,
    CancelledPaid: 898,
    Cancelled: 899,
    Completed: 999,
  });
  expect(Object.values(gameConnectionResults)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(unknownEnumValue).toBe(11184809);
  expect(reportedSdkVersion).toEqual({ major: 1, minor: 5, build: '190' });
});

test('the texts of sign-in errors exist', async () => {
  const file = new URL('../portal/i18n/locales/en.json', import.meta.url);
  const texts = JSON.parse(await readFile(file, 'utf8')) as object;
  for (const key of [...Object.values(signInErrorTextKeys), ...Object.values(signInErrorParamTextKeys)]) {
    const text = key.split('.').reduce<unknown>((all, name) => (all as Record<string, unknown>)[name], texts);
    expect(text, key).toBeTypeOf('string');
  }
});
