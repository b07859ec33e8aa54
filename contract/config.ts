import { Type, type Static } from 'typebox';
import {
  documentLinkFields,
  EmbeddablePageOrigins,
  TrustedDocumentOrigins,
  LegalContacts,
  OpenMethod,
  publicGameConfigFields,
  SiteKey,
} from '#model/game.ts';
import { localized, object, oneOf, text, url } from '#model/schema.ts';
import {
  foreignSdkIds,
  platformDataFields,
  identityPublicOptionBlockSchemas,
  SignInProvider,
  storeProviderFlagFields,
  WebPublishingPlatform,
} from './registries.ts';

/** Which parts of the portal's interface are shown on a platform. A game's setting overrides the portal's. */
const interfaceFlags = {
  HeaderLogin: Type.Optional(
    Type.Boolean({ description: "Shows a sign-in button in the portal's header; on by default" }),
  ),
  ProfileSettings: Type.Optional(
    Type.Boolean({ description: 'Shows the profile link in the header and next to a game; on by default' }),
  ),
  WebPlayLogin: Type.Optional(
    Type.Boolean({ description: 'Shows a sign-in button next to a running game; off by default' }),
  ),
};
export const InterfaceFlags = object(interfaceFlags);
export type InterfaceFlags = Static<typeof InterfaceFlags>;

export const PublicGameConfig = object({
  ...publicGameConfigFields,
  Interface: Type.Optional(
    Type.Partial(Type.Record(WebPublishingPlatform, InterfaceFlags, { description: 'Platform to what it shows' })),
  ),
  PlatformData: object(platformDataFields),
  Store: object(storeProviderFlagFields),
  ForeignSdk: Type.Optional(
    oneOf([...foreignSdkIds, 'none'], {
      description:
        "The other portal's SDK that the game uses; the game gets ours behind its interface. `games add` sets it; `none` turns it off",
    }),
  ),
});
export type PublicGameConfig = Static<typeof PublicGameConfig>;

export const AdapterOptions = object({
  IframeType: oneOf(['Redirect', 'Embed']),
  DisableHeaderUi: Type.Boolean(),
  ...interfaceFlags,
});
export type AdapterOptions = Static<typeof AdapterOptions>;

export const CompanyBranding = object({
  Name: text(100),
  ShortName: text(40),
  LogoUrl: Type.Optional(url),
  SquareLogoUrl: Type.Optional(url),
  HeaderType: oneOf(['Full', 'Slim', 'None']),
  Theme: Type.Optional(
    Type.Record(Type.String({ pattern: '^[a-z-]{1,40}$' }), text(60), { description: 'Values by design token' }),
  ),
  AuthProviders: Type.Array(SignInProvider),
  Adapters: Type.Optional(Type.Partial(Type.Record(WebPublishingPlatform, AdapterOptions))),
  ...identityPublicOptionBlockSchemas,
});

export const PublicWebClientConfig = object({
  PersonalInformationForm: object({ Compact: Type.Boolean() }),
  Advertisement: Type.Optional(
    object({
      Yandex: Type.Optional(object({ Rewarded: object({ DesktopBlockId: text(64), MobileBlockId: text(64) }) })),
    }),
  ),
  ...documentLinkFields,
});

export const PortalConfig = object({
  CompanyBranding,
  LegalContacts: Type.Record(Type.String(), LegalContacts, { description: 'Contacts by language' }),
  ExternalPpUrl: Type.Optional(url),
  ExternalPpOpenMethod: Type.Optional(OpenMethod),
  ExternalTosUrl: Type.Optional(url),
  ExternalTosOpenMethod: Type.Optional(OpenMethod),
  Turnstile: SiteKey,
  FrameOrigins: EmbeddablePageOrigins,
  TrustedDocumentOrigins,
  WebPushPublicKey: Type.Optional(text(200)),
  PublicWebClientConfig,
  Announcement: Type.Optional(localized(500)),
  AvatarUrl: Type.Optional(
    Type.String({
      maxLength: 500,
      pattern: '^https://[^\\s\\\\{}]+\\{name\\}[^\\s\\\\{}]*$',
      description:
        'Address of an initials avatar service; `{name}` is replaced. Absent: the portal draws avatars itself, and no name is sent out',
    }),
  ),
});
export type PortalConfig = Static<typeof PortalConfig>;
