// The games, their configuration, builds and legal documents.
import { Type } from 'typebox';
import { DocumentAcceptance, LegalDocument } from '#model/document.ts';
import { Build, GameName, OneGame, PlayGameType, WebManifest } from '#model/game.ts';
import { Locale } from '#model/locale-schema.ts';
import { anySession, route } from '#model/route.ts';
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
};

/** A game in a list: as much as a tile shows. */
export const GameSummary = object(gameSummaryFields);

export const GameListOptions = object({ Locale: Type.Optional(Locale) });

/** The documents of the portal, or those of a game. */
export const DocumentsRequest = object({ GameSystemName: Type.Optional(GameName) });
export const LegalDocuments = object({ Documents: Type.Array(LegalDocument) });

export const games = {
  list: route({
    method: 'POST',
    path: '/games/list',
    access: ['anyone'],
    summary: 'All games in the order of the portal, with their texts in one language.',
    body: GameListOptions,
    reply: object({ Games: Type.Array(GameSummary) }),
  }),
  listWithConfigs: route({
    method: 'POST',
    path: '/games/list_with_configs',
    access: ['anyone'],
    summary: 'All games with their public configuration.',
    body: GameListOptions,
    reply: object({ Games: Type.Array(object({ Game: GameSummary, PublicGameData: PublicGameConfig })) }),
  }),
  publicConfig: route({
    method: 'GET',
    path: '/public_game_config/{Game}',
    access: ['anyone'],
    summary: 'The public configuration of a game, narrowed to a platform when one is given.',
    params: OneGame,
    query: object({ WebPublishingPlatform: Type.Optional(WebPublishingPlatform) }),
    reply: PublicGameConfig,
    errors: ['UnknownGame'],
  }),
  webManifest: route({
    method: 'GET',
    path: '/manifest/{Game}',
    access: ['anyone'],
    summary: 'The web application manifest of a game.',
    params: OneGame,
    reply: WebManifest,
    errors: ['UnknownGame'],
  }),
};

export const play = {
  chooseGame: route({
    method: 'POST',
    path: '/play/choose_game',
    access: ['anyone', ...anySession],
    summary:
      'Everything that the player page needs to start a game. With a session it is the start of play: on the own portal a game that is not connected yet becomes so.',
    body: object({
      GameSystemName: GameName,
      OriginUrl: Type.Optional(
        Type.String({ ...url, description: 'Where the page is. This server has one configuration for all addresses' }),
      ),
      WebPublishingPlatform: Type.Optional(WebPublishingPlatform),
      PreviewToken: Type.Optional(
        text(100, { description: 'From a preview link: a draft is played instead, also of a hidden game' }),
      ),
    }),
    reply: object({
      GameSystemName: GameName,
      PortalConfig,
      PublicGameData: PublicGameConfig,
      LaunchUrl: Type.String({
        ...url,
        description: 'What the frame of the game opens: its newest build for the platform',
      }),
      MustAcceptDocuments: Type.Optional(
        Type.Boolean({
          description:
            'The caller has documents to accept first; until then the start does not count, and nothing is connected',
        }),
      ),
      PreviewedBuild: Type.Optional(
        Type.Integer({ minimum: 1, description: 'The number of the draft that a preview link shows' }),
      ),
    }),
    errors: ['UnknownGame', 'NotFound', 'UnknownPreview'],
  }),
  checkPage: route({
    method: 'POST',
    path: '/play/check_page',
    access: ['anyone', ...anySession],
    summary:
      'Whether the page of a game that is hosted elsewhere can be shown: browsers do not tell a page that refuses to be framed, or does not answer, from any other. The server asks the address of the configuration, and keeps a good answer for half a minute.',
    body: object({
      GameSystemName: GameName,
      WebPublishingPlatform: Type.Optional(WebPublishingPlatform),
    }),
    reply: object({
      State: Type.Enum(['Ok', 'Unknown', 'NotAnswering', 'NotAPage', 'Blank', 'RefusesFraming', 'Redirects'], {
        description: 'Unknown: the server could not find out; Ok also for a game that is hosted here',
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
    summary: 'The page that frames a game on the games origin.',
    query: object({ Game: GameName, WebPublishingPlatform: Type.Optional(WebPublishingPlatform) }),
    reply: text(200_000),
    replyType: 'text/html',
    errors: ['UnknownGame', 'NotFound'],
  }),
  build: route({
    method: 'GET',
    path: '/play/{Game}',
    access: ['anyone'],
    summary: 'The build of a game to play: a given one, or the newest for the platform.',
    params: OneGame,
    query: object({
      OtaVersion: text(64),
      BuildNumber: Type.Optional(Type.Integer({ minimum: 0 })),
      WebPublishingPlatform: Type.Optional(WebPublishingPlatform),
    }),
    reply: object({ Build, Url: url }),
    errors: ['UnknownGame', 'NotFound'],
  }),
  builds: route({
    method: 'GET',
    path: '/play/{Game}/list',
    access: ['anyone'],
    summary: 'The builds of a game.',
    params: OneGame,
    query: object({ OtaVersion: text(64) }),
    reply: object({ Builds: Type.Array(Build) }),
    errors: ['UnknownGame'],
  }),
};

export const documents = {
  accept: route({
    method: 'POST',
    path: '/games/documents/accept',
    access: anySession,
    summary: 'Accept a version of a document. Accepting again changes nothing.',
    body: object({ DocumentId: uuid, DocumentVersionId: uuid }),
    reply: object({ Acceptance: DocumentAcceptance }),
    errors: ['NotFound', 'SignInAgain'],
  }),
  accepted: route({
    method: 'POST',
    path: '/games/documents/accepted',
    access: anySession,
    summary: "What the caller has accepted; with a game, of its documents and the portal's.",
    body: DocumentsRequest,
    reply: object({ Acceptances: Type.Array(DocumentAcceptance) }),
    errors: ['UnknownGame', 'SignInAgain'],
  }),
  listWithVersions: route({
    method: 'POST',
    path: '/games/documents/list-with-versions',
    access: ['anyone', ...anySession],
    summary:
      "The documents that apply to a game, its own first and the portal's after them, with all versions, newest first. Without a game those of the portal. Acceptances are the caller's own.",
    body: DocumentsRequest,
    reply: LegalDocuments,
    errors: ['UnknownGame'],
  }),
  listLatestUnaccepted: route({
    method: 'POST',
    path: '/games/documents/list-latest-unaccepted-documents',
    access: anySession,
    summary:
      'Of the documents that apply to a game, or to the portal alone, the newest versions that the caller has yet to accept. After it stands the version that the caller accepted last, if there is one.',
    body: DocumentsRequest,
    reply: LegalDocuments,
    errors: ['UnknownGame', 'SignInAgain'],
  }),
};
