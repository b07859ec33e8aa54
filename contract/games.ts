import { Type } from 'typebox';
import { DocumentAcceptance, LegalDocument } from '#model/document.ts';
import { Build, GameName, GameParams, PlayGameType, WebManifest } from '#model/game.ts';
import { Locale } from '#model/locale-schema.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { object, text, url, uuid } from '#model/schema.ts';
import { PortalConfig, PublicGameConfig } from './config.ts';
import { WebPublishingPlatform } from './registries.ts';

export const gameSummaryFields = {
  GameSystemName: GameName,
  PlayGameType,
  Title: text(100),
  Tagline: text(200),
  Genre: text(40),
  WideArt: url,
  SquareArt: url,
  InMaintenance: Type.Boolean(),
  Hidden: Type.Optional(
    Type.Boolean({ description: 'Not in the catalogue. Only players with the feature ListGames see it' }),
  ),
};

export const GameSummary = object(gameSummaryFields);

export const GameListOptions = object({ Locale: Type.Optional(Locale) });

/** Without a game: the portal's own documents. */
export const DocumentsRequest = object({ GameSystemName: Type.Optional(GameName) });
export const LegalDocuments = object({ Documents: Type.Array(LegalDocument) });

export const gameRoutes = {
  list: route({
    method: 'POST',
    path: '/games/list',
    access: ['anyone', 'handed', 'whole'],
    summary:
      "All games in the portal's order, with texts in one language. Callers with the feature ListGames also see hidden games.",
    body: GameListOptions,
    reply: object({ Games: Type.Array(GameSummary) }),
  }),
  listWithConfigs: route({
    method: 'POST',
    path: '/games/list_with_configs',
    access: ['anyone', 'handed', 'whole'],
    summary: 'All games with their public configuration.',
    body: GameListOptions,
    reply: object({ Games: Type.Array(object({ Game: GameSummary, PublicGameData: PublicGameConfig })) }),
  }),
  publicConfig: route({
    method: 'GET',
    path: '/public_game_config/{Game}',
    access: ['anyone', 'handed', 'whole'],
    summary: 'The public configuration of a game, or of the game on one platform.',
    params: GameParams,
    query: object({ WebPublishingPlatform: Type.Optional(WebPublishingPlatform) }),
    reply: PublicGameConfig,
    errors: ['UnknownGame'],
  }),
  webManifest: route({
    method: 'GET',
    path: '/manifest/{Game}',
    access: ['anyone'],
    summary: 'The web application manifest of a game.',
    params: GameParams,
    reply: WebManifest,
    errors: ['UnknownGame'],
  }),
};

export const playRoutes = {
  chooseGame: route({
    method: 'POST',
    path: '/play/choose_game',
    access: ['anyone', ...allSessionKinds],
    summary:
      'Everything the player page needs to start a game. With a session, this counts as the start of play; on our own portal it also connects the game.',
    body: object({
      GameSystemName: GameName,
      OriginUrl: Type.Optional(
        Type.String({ ...url, description: "The page's address. This server has one configuration for all addresses" }),
      ),
      WebPublishingPlatform,
      PreviewToken: Type.Optional(
        text(100, { description: 'From a preview link: plays a draft instead, even of a hidden game' }),
      ),
    }),
    reply: object({
      GameSystemName: GameName,
      PortalConfig,
      PublicGameData: PublicGameConfig,
      LaunchUrl: Type.String({
        ...url,
        description: "Address for the game's frame: its newest build for the platform",
      }),
      MustAcceptDocuments: Type.Optional(
        Type.Boolean({
          description:
            "The caller has to accept documents first. Until then the start doesn't count and nothing is connected",
        }),
      ),
      PreviewedBuild: Type.Optional(
        Type.Integer({ minimum: 1, description: 'Build number of the draft shown by a preview link' }),
      ),
    }),
    errors: ['UnknownGame', 'NotFound', 'UnknownPreview'],
  }),
  checkPage: route({
    method: 'POST',
    path: '/play/check_page',
    access: ['anyone', ...allSessionKinds],
    summary:
      "Check whether an externally hosted game can be shown. A browser can't tell a page that forbids framing or doesn't respond from any other, so the server requests the configured address. A good answer is cached for 30 seconds.",
    body: object({
      GameSystemName: GameName,
      WebPublishingPlatform,
    }),
    reply: object({
      State: Type.Enum(['Ok', 'Unknown', 'NotAnswering', 'NotAPage', 'Blank', 'RefusesFraming', 'Redirects'], {
        description: "Unknown: the server couldn't tell. Games hosted here are always Ok",
      }),
      Detail: Type.Optional(Type.String({ maxLength: 500, description: 'For the developer of the game' })),
    }),
    errors: ['UnknownGame', 'NotFound'],
    perMinute: 60,
  }),
  indexHtml: route({
    method: 'GET',
    path: '/play/index_html',
    access: ['anyone'],
    summary: "The page that frames a game on the games' own origin.",
    query: object({ Game: GameName, WebPublishingPlatform: Type.Optional(WebPublishingPlatform) }),
    reply: text(200_000),
    replyType: 'text/html',
    errors: ['UnknownGame', 'NotFound'],
  }),
  build: route({
    method: 'GET',
    path: '/play/{Game}',
    access: ['anyone'],
    summary: 'A build of a game for a platform. `/play/{Game}/list` has the numbers, newest first.',
    params: GameParams,
    query: object({
      OtaVersion: text(64),
      BuildNumber: Type.Integer({ minimum: 0 }),
      WebPublishingPlatform,
    }),
    reply: object({ Build, Url: url }),
    errors: ['UnknownGame', 'NotFound'],
  }),
  builds: route({
    method: 'GET',
    path: '/play/{Game}/list',
    access: ['anyone'],
    summary: 'The builds of a game.',
    params: GameParams,
    query: object({ OtaVersion: text(64) }),
    reply: object({ Builds: Type.Array(Build) }),
    errors: ['UnknownGame'],
  }),
};

export const documentRoutes = {
  accept: route({
    method: 'POST',
    path: '/games/documents/accept',
    access: allSessionKinds,
    summary: 'Accept a version of a document. Accepting again changes nothing.',
    body: object({ DocumentId: uuid, DocumentVersionId: uuid }),
    reply: object({ Acceptance: DocumentAcceptance }),
    errors: ['NotFound', 'SignInAgain'],
  }),
  accepted: route({
    method: 'POST',
    path: '/games/documents/accepted',
    access: allSessionKinds,
    summary: 'The document versions the caller has accepted. With a game: only those of the game and the portal.',
    body: DocumentsRequest,
    reply: object({ Acceptances: Type.Array(DocumentAcceptance) }),
    errors: ['UnknownGame', 'SignInAgain'],
  }),
  listWithVersions: route({
    method: 'POST',
    path: '/games/documents/list-with-versions',
    access: ['anyone', ...allSessionKinds],
    summary:
      "The documents that apply to a game, with all versions, newest first: its own documents, then the portal's. Without a game, only the portal's. Acceptances are the caller's own.",
    body: DocumentsRequest,
    reply: LegalDocuments,
    errors: ['UnknownGame'],
  }),
  listLatestUnaccepted: route({
    method: 'POST',
    path: '/games/documents/list-latest-unaccepted-documents',
    access: allSessionKinds,
    summary:
      "The newest document versions that the caller hasn't accepted yet, for a game or for the portal. Each is followed by the version the caller accepted last, if any.",
    body: DocumentsRequest,
    reply: LegalDocuments,
    errors: ['UnknownGame', 'SignInAgain'],
  }),
};
