import { Type, type Static } from 'typebox';
import { Leaderboard } from './leaderboard.ts';
import { CountryCode } from './money.ts';
import { Picture } from './picture.ts';
import { maxSaveBytes } from './save.ts';
import { instant, localized, object, oneOf, text, url } from './schema.ts';

/** The name of a game in the API, in URLs and as the label of its host. */
export const GameName = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}$', maxLength: 63 });

export const GameParams = object({ Game: GameName });

export const SiteKey = object({ SiteKey: text(100) });

export const PlayGameType = oneOf(['Unity', 'Iframe']);
export const GameOrientation = oneOf(['Horizontal', 'Vertical', 'Unspecified']);
export const OpenMethod = oneOf(['Modal', 'NewPage']);
export const EmbeddingType = oneOf(['Redirect', 'Embed']);

/** Permissions that a game's frame has unless an operator revokes them. */
export const framePermissions = [
  'Autoplay',
  'Clipboard',
  'Downloads',
  'FullScreen',
  'Gamepad',
  'Modals',
  'Motion',
  'OrientationLock',
  'PointerLock',
  'Popups',
  'WakeLock',
] as const;
export type FramePermission = (typeof framePermissions)[number];

export const Presentation = object({
  MinWidth: Type.Optional(Type.Integer({ minimum: 0 })),
  MinHeight: Type.Optional(Type.Integer({ minimum: 0 })),
  MaxWidth: Type.Optional(Type.Integer({ minimum: 0 })),
  MaxHeight: Type.Optional(Type.Integer({ minimum: 0 })),
  MinRatio: Type.Optional(Type.Number({ minimum: 0 })),
  MaxRatio: Type.Optional(Type.Number({ minimum: 0 })),
});

export const Maintenance = object({
  From: instant,
  To: Type.Optional(instant),
  Message: Type.Optional(localized(500)),
});

export const StorePage = object({
  Title: localized(100),
  Tagline: localized(200),
  Description: localized(4000),
  WideArt: url,
  SquareArt: url,
  Logo: Type.Optional(url),
  Screenshots: Type.Array(url, { maxItems: 20 }),
  Rating: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })),
  RatingCount: Type.Optional(Type.Integer({ minimum: 0 })),
  Genre: text(40),
  Tags: Type.Optional(Type.Array(text(40, { minLength: 1 }), { maxItems: 20, uniqueItems: true })),
  Controls: Type.Optional(localized(1000, "The game's controls")),
  System: Type.Optional(localized(1000, 'System requirements')),
  Pictures: Type.Optional(
    Type.Array(Picture, {
      maxItems: 30,
      description: 'Resized versions of the pictures above, made by the portal. Ignored on input',
    }),
  ),
});

export const LegalContacts = object({
  CompanyName: text(200),
  Address: Type.Optional(text(500)),
  Email: Type.Optional(text(254)),
  Country: Type.Optional(CountryCode),
});

export const GameServer = object({
  Id: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,64}$', maxLength: 64 }),
  Name: localized(100),
  Url: Type.String({
    maxLength: 2048,
    pattern: '^((https?|wss?)://|/)[^\\s\\\\]*$',
    description: 'The address that the game connects to',
  }),
  Maintenance: Type.Optional(Maintenance),
});
export const LauncherOptions = object({
  Branches: Type.Array(text(64), { description: 'Branches that players can install, as named in npm run branches' }),
  DefaultBranch: text(64),
  OpenBranches: Type.Optional(
    Type.Array(text(64), {
      description: 'Branches open to everyone; the others require a key. Absent: all require a key',
    }),
  ),
});
export const AdPlacement = object({
  Id: text(64),
  Kind: oneOf(['Rewarded', 'Interstitial', 'Banner']),
  CooldownSeconds: Type.Integer({ minimum: 0 }),
});

export type AdPlacement = Static<typeof AdPlacement>;

const AnalyticsMapper = object({
  Name: Type.Optional(text(100, { minLength: 1, description: 'The event name that receivers get' })),
  Rename: Type.Optional(
    Type.Record(Type.String(), text(100), {
      description: "The game's parameter name mapped to the receivers' name; an empty name drops the parameter",
    }),
  ),
  Constants: Type.Optional(
    Type.Record(Type.String(), Type.Union([text(200), Type.Number(), Type.Boolean()]), {
      description: 'Parameters that are always added',
    }),
  ),
});

/**
 * Where a game's statistics are sent. Each receiver uses the first section that matches the event and names that
 * receiver.
 */
export const AnalyticsConfig = object({
  SendAllToGtag: Type.Boolean(),
  Sections: Type.Array(
    object({
      Matcher: text(256, {
        description: 'An event name, a regular expression between slashes, or empty for every event',
      }),
      SendTo: Type.Array(text(40), {
        maxItems: 20,
        description: "gtag, fxidsdk, or the name of a platform's own logger",
      }),
      Mapper: Type.Optional(AnalyticsMapper),
    }),
    { maxItems: 100 },
  ),
});
export type AnalyticsConfig = Static<typeof AnalyticsConfig>;

export const documentLinkFields = {
  TosUrl: Type.Optional(url),
  TosOpenMethod: Type.Optional(OpenMethod),
  PpUrl: Type.Optional(url),
  PpOpenMethod: Type.Optional(OpenMethod),
};

const frameOrigin = Type.String({ maxLength: 200, pattern: '^https?://(\\*\\.)?[a-z0-9.-]+(:[0-9]{1,5})?$' });

/** Origins whose pages may be shown in a frame over the portal. Pages of other origins open in a new tab. */
export const EmbeddablePageOrigins = Type.Optional(
  Type.Array(frameOrigin, {
    maxItems: 50,
    description:
      'Origins of pages that the portal may show in a frame: documents, and pages opened by games. Other pages open in a new tab',
  }),
);

/** Origins whose documents may run scripts in the viewer. The operator must trust them. */
export const TrustedDocumentOrigins = Type.Optional(
  Type.Array(frameOrigin, {
    maxItems: 50,
    description: 'Origins whose documents the portal may show in a frame with scripts. Other documents run none',
  }),
);

export const publicGameConfigFields = {
  GameSystemName: GameName,
  PlayGameType,
  Url: Type.Optional(
    Type.String({
      maxLength: 2048,
      pattern: '^https?://[^\\s\\\\]+$',
      description: 'Address of an externally hosted game. Absent: the game runs on its own host on this portal',
    }),
  ),
  Isolated: Type.Optional(Type.Boolean({ description: 'Turns on cross-origin isolation, which threads need' })),
  ConnectOrigins: Type.Optional(
    Type.Array(Type.String({ maxLength: 200, pattern: '^(https?|wss?)://[a-z0-9.*-]+(:[0-9]{1,5})?$' }), {
      maxItems: 50,
      description:
        'Other origins that the game may connect to and load scripts, styles, fonts, pictures, sounds and data from',
    }),
  ),
  FrameOrigins: EmbeddablePageOrigins,
  ContentPolicy: Type.Optional(
    oneOf(['Open', 'Strict'], {
      description: "Strict: no eval and no inline handlers on the game's host. Default: the server's GAME_POLICY",
    }),
  ),
  ClosedRights: Type.Optional(
    Type.Array(oneOf(framePermissions), {
      uniqueItems: true,
      maxItems: framePermissions.length,
      description: "Browser permissions that games usually have and this one doesn't",
    }),
  ),
  LaunchFlags: Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Za-z0-9_.-]{1,40}$' }), text(200), {
      description: "Query parameters added to the game's address",
    }),
  ),
  GameOrientation,
  Presentation,
  SupportedLanguages: Type.Array(text(10)),
  Turnstile: Type.Optional(SiteKey),
  CompanyName: text(200),
  ...documentLinkFields,
  ProductLocalization: Type.Optional(
    Type.Record(Type.String(), localized(200), { description: 'Product names by SKU and language' }),
  ),
  AllowedAuthProviders: Type.Array(text(40)),
  LegalContacts: Type.Optional(Type.Record(Type.String(), LegalContacts, { description: 'Contacts by language' })),
  Maintenance: Type.Optional(Maintenance),
  Leaderboards: Type.Array(Leaderboard),
  Servers: Type.Array(GameServer),
  Launcher: Type.Optional(LauncherOptions),
  MaxSaveBytes: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxSaveBytes,
      description: "The largest save of a player in this game, if smaller than the server's SAVE_MAX_BYTES",
    }),
  ),
  PurchasesIn: Type.Optional(
    oneOf(['Server', 'Page'], {
      description:
        "Who receives purchases: the game's server (default), or, for a game without one, its page, which a player can manipulate",
    }),
  ),
  StorePage,
  AdPlacements: Type.Array(AdPlacement),
  Analytics: Type.Optional(AnalyticsConfig),
  WebPushPublicKey: Type.Optional(text(200)),
  Links: Type.Optional(
    object({
      CommunityUrl: Type.Optional(
        Type.String({
          maxLength: 2048,
          pattern: '^https?://[^\\s\\\\]+$',
          description: "The game's community: a forum, a group or a chat server",
        }),
      ),
      DiscordUrl: Type.Optional(url),
      DiscordQrUrl: Type.Optional(url),
    }),
  ),
};

export const WebManifest = object({
  id: Type.String({
    ...url,
    description: 'A stable ID by which browsers recognise the installed app',
  }),
  name: text(100),
  short_name: text(40),
  start_url: url,
  scope: url,
  display: oneOf(['standalone', 'fullscreen', 'minimal-ui', 'browser']),
  orientation: oneOf(['landscape', 'portrait', 'any']),
  background_color: text(20),
  theme_color: text(20),
  lang: Type.Optional(text(10)),
  icons: Type.Array(object({ src: url, sizes: text(40), type: text(40), purpose: Type.Optional(text(40)) })),
});

export const Build = object({
  Id: text(64),
  GameId: text(64),
  BuildType: text(40),
  Sha: text(64),
  Description: text(2000),
  ChangeSet: text(200),
  CreatedAt: instant,
  BuildNumber: Type.Integer({ minimum: 0 }),
  Metadata: Type.Record(Type.String(), text(2000)),
  InstallUrl: Type.Optional(url),
});

export type Build = Static<typeof Build>;
