// The public configuration of a game and of the portal: the fields that every one has, joined with what the adapters add.
import { Type, type Static } from 'typebox';
import { DocumentLinks, LegalContacts, OpenMethod, publicGameConfigFields, SiteKey } from '#model/game.ts';
import { localized, object, oneOf, text, url } from '#model/schema.ts';
import { platformData, publicOptionBlocks, SignInProvider, storeFlags, WebPublishingPlatform } from './registries.ts';

export const PublicGameConfig = object({
  ...publicGameConfigFields,
  PlatformData: object(platformData),
  Store: object(storeFlags),
});
export type PublicGameConfig = Static<typeof PublicGameConfig>;

export const AdapterOptions = object({ IframeType: oneOf(['Redirect', 'Embed']), DisableHeaderUi: Type.Boolean() });

export const CompanyBranding = object({
  Name: text(100),
  ShortName: text(40),
  LogoUrl: Type.Optional(url),
  SquareLogoUrl: Type.Optional(url),
  HeaderType: oneOf(['Full', 'Slim', 'None']),
  Theme: Type.Optional(
    Type.Record(Type.String({ pattern: '^[a-z-]{1,40}$' }), text(60), { description: 'Design token to its value' }),
  ),
  AuthProviders: Type.Array(SignInProvider),
  Adapters: Type.Optional(Type.Partial(Type.Record(WebPublishingPlatform, AdapterOptions))),
  ...publicOptionBlocks,
});

export const PublicWebClientConfig = object({
  PersonalInformationForm: object({ Compact: Type.Boolean() }),
  Advertisement: Type.Optional(
    object({
      Yandex: Type.Optional(object({ Rewarded: object({ DesktopBlockId: text(64), MobileBlockId: text(64) }) })),
    }),
  ),
  ...DocumentLinks,
});

export const PortalConfig = object({
  CompanyBranding,
  LegalContacts: Type.Record(Type.String(), LegalContacts, { description: 'Language to contacts' }),
  ExternalPpUrl: Type.Optional(url),
  ExternalPpOpenMethod: Type.Optional(OpenMethod),
  ExternalTosUrl: Type.Optional(url),
  ExternalTosOpenMethod: Type.Optional(OpenMethod),
  Turnstile: SiteKey,
  WebPushPublicKey: Type.Optional(text(200)),
  PublicWebClientConfig,
  Announcement: Type.Optional(localized(500)),
  AvatarUrl: Type.Optional(
    Type.String({
      maxLength: 500,
      pattern: '^https://[^\\s\\\\{}]+\\{name\\}[^\\s\\\\{}]*$',
      description:
        'A service that draws initials: `{name}` stands for the name. Absent: we draw them, and no name leaves',
    }),
  ),
});
export type PortalConfig = Static<typeof PortalConfig>;
