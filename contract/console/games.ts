// Games in the console: builds, uploads, publishing, and the configuration.
import { Type } from 'typebox';
import { GameName, GameParams, PlayGameType } from '#model/game.ts';
import { route } from '#model/route.ts';
import { instant, object, oneOf, SuccessReply, text, uuid } from '#model/schema.ts';

const BuildNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Reason = Type.Optional(text(1000, { description: 'Why, for the audit log' }));
const Title = text(100, { minLength: 1 });

export const ConsoleGame = object({
  Game: GameName,
  Title: text(100),
  Type: oneOf(['Unity', 'Iframe', 'Elsewhere'], { description: 'Elsewhere: a page that another server hosts' }),
  State: oneOf(['Live', 'Hidden', 'Maintenance', 'NoBuild'], { description: 'NoBuild: hidden, and never published' }),
  LiveBuild: Type.Optional(BuildNumber),
  Version: Type.Optional(text(64)),
  Drafts: Type.Integer({ minimum: 0 }),
  PlayersToday: Type.Integer({ minimum: 0, description: 'Counted every hour' }),
  RecentPlayers: Type.Integer({ minimum: 0, description: 'Played within the last 30 days; counted every hour' }),
  Studio: Type.Optional(text(100)),
});

/** One finding: what, and the file that it was found in. */
export const BuildFinding = object({ What: text(2048), File: text(1024) });

export const BuildInspection = object({
  Files: Type.Integer({ minimum: 0 }),
  Bytes: Type.Integer({ minimum: 0 }),
  Missing: Type.Array(BuildFinding, { description: 'Files that the build names and does not have' }),
  Refused: Type.Array(BuildFinding, { description: 'Origins that it loads from and that are not allowed' }),
  Mentioned: Type.Array(BuildFinding, { description: 'Other origins that its programs name' }),
  Problems: Type.Array(text(1000), { description: 'What will not work as it is' }),
});

export const GameBuildInfo = object({
  Build: BuildNumber,
  State: oneOf(['Live', 'Earlier', 'Draft']),
  Version: text(64),
  Type: PlayGameType,
  Description: text(2000),
  CreatedAt: instant,
  Platform: Type.Optional(text(40)),
  SameAs: Type.Optional(text(20, { description: 'Rolled back to this build' })),
  HasFiles: Type.Boolean({ description: 'Without its files a build cannot be published or rolled back to' }),
  By: Type.Optional(text(200, { description: 'Who changed its state last' })),
  ByAt: Type.Optional(instant),
  PreviewUntil: Type.Optional(instant),
  WaitsForApproval: Type.Boolean({ description: 'Its publishing was requested and is not decided yet' }),
  Inspection: Type.Optional(BuildInspection),
});

export const GameUpload = object({
  UploadId: uuid,
  State: oneOf(['Receiving', 'Checking', 'Ready', 'Failed']),
  Bytes: Type.Integer({ minimum: 1 }),
  ReceivedBytes: Type.Integer({ minimum: 0, description: 'An interrupted upload goes on from here' }),
  PieceBytes: Type.Integer({ minimum: 1, description: 'The size of each piece but the last' }),
  Build: Type.Optional(BuildNumber),
  Fault: Type.Optional(text(1000)),
});

const read = { access: ['operator'], permission: 'games.read' } as const;
const upload = { access: ['operator'], permission: 'games.upload' } as const;
const publish = { access: ['operator'], permission: 'games.publish', audit: 'change' } as const;
const UploadParams = object({ Game: GameName, UploadId: uuid });

export const operatorGameRoutes = {
  list: route({
    method: 'GET',
    path: '/operator/games',
    ...read,
    limitsToGames: true,
    summary: 'The games that the operator may see, by name.',
    query: object({
      Search: Type.Optional(text(100, { description: 'The beginning of the name, or a word of a title' })),
      AfterGame: Type.Optional(text(63, { description: 'The next page: games after this one' })),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
    }),
    reply: object({ Games: Type.Array(ConsoleGame) }),
  }),
  show: route({
    method: 'GET',
    path: '/operator/games/{Game}',
    ...read,
    summary: 'One game with its builds and drafts, latest first.',
    params: GameParams,
    reply: object({
      Summary: ConsoleGame,
      PlayUrl: text(2048),
      Builds: Type.Array(GameBuildInfo),
      NeedsApproval: Type.Boolean({ description: 'Publishing needs an approval by an operator of the portal' }),
    }),
    errors: ['UnknownGame'],
  }),
  create: route({
    method: 'POST',
    path: '/operator/games',
    access: ['operator'],
    permission: 'games.configure',
    audit: 'change',
    summary:
      'Create a game without a build. It is hidden until a build is published. Operators of a studio cannot create games: an operator of the portal creates one and assigns it to the studio.',
    body: object({ NewGame: text(63, { minLength: 1, description: "The game's name, the label of its host" }), Title }),
    reply: ConsoleGame,
    errors: ['Conflict', 'InvalidRequest'],
  }),
  beginUpload: route({
    method: 'POST',
    path: '/operator/games/{Game}/uploads',
    ...upload,
    summary: 'Begin the upload of a build as a ZIP archive. Uploads that are not completed are removed after a day.',
    params: GameParams,
    body: object({
      Bytes: Type.Integer({ minimum: 1, description: 'Size of the archive' }),
      Version: Type.Optional(text(64, { minLength: 1 })),
      Description: Type.Optional(text(2000)),
    }),
    reply: GameUpload,
    errors: ['UnknownGame', 'Conflict', 'InvalidRequest'],
  }),
  uploadPiece: route({
    method: 'POST',
    path: '/operator/games/{Game}/uploads/{UploadId}/pieces',
    ...upload,
    summary: 'Send one piece of an upload. Sending a piece again changes nothing.',
    params: UploadParams,
    body: object({
      Piece: Type.Integer({ minimum: 0, maximum: 100_000 }),
      Base64: text(2_800_000, { minLength: 1, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
    }),
    bodyLimit: 3_000_000,
    reply: GameUpload,
    errors: ['NotFound', 'Conflict', 'InvalidRequest'],
  }),
  upload: route({
    method: 'GET',
    path: '/operator/games/{Game}/uploads/{UploadId}',
    ...upload,
    summary: 'How far an upload is.',
    params: UploadParams,
    reply: GameUpload,
    errors: ['NotFound'],
  }),
  finishUpload: route({
    method: 'POST',
    path: '/operator/games/{Game}/uploads/{UploadId}/finish',
    ...upload,
    audit: 'change',
    summary: 'All pieces are sent: the archive is unpacked, inspected, and becomes a draft.',
    params: UploadParams,
    reply: GameUpload,
    errors: ['NotFound', 'Conflict'],
  }),
  abortUpload: route({
    method: 'POST',
    path: '/operator/games/{Game}/uploads/{UploadId}/abort',
    ...upload,
    summary: 'Stop an upload and remove what was sent.',
    params: UploadParams,
    reply: SuccessReply,
  }),
  previewLink: route({
    method: 'POST',
    path: '/operator/games/{Game}/preview',
    ...upload,
    audit: 'change',
    summary: 'A new preview link of a draft; the one before ends. The link is shown once.',
    params: GameParams,
    body: object({ Build: BuildNumber, Days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })) }),
    reply: object({ Url: text(2048), Days: Type.Integer({ minimum: 1 }) }),
    errors: ['UnknownGame', 'InvalidRequest', 'Conflict'],
  }),
  endPreview: route({
    method: 'POST',
    path: '/operator/games/{Game}/preview/end',
    ...upload,
    audit: 'change',
    summary: 'End the preview link of a draft.',
    params: GameParams,
    body: object({ Build: BuildNumber }),
    reply: SuccessReply,
    errors: ['UnknownGame', 'InvalidRequest', 'Conflict'],
  }),
  publish: route({
    method: 'POST',
    path: '/operator/games/{Game}/publish',
    ...publish,
    secondPerson: true,
    summary: 'Make a draft live. For a studio that is not trusted an operator of the portal has to approve it.',
    params: GameParams,
    body: object({ Build: BuildNumber, Reason }),
    reply: object({ Build: BuildNumber, IsHidden: Type.Boolean() }),
    errors: ['UnknownGame', 'InvalidRequest', 'Conflict'],
  }),
  rollBack: route({
    method: 'POST',
    path: '/operator/games/{Game}/roll_back',
    ...publish,
    stepUp: true,
    summary: 'Make an earlier build live again. It gets a new number.',
    params: GameParams,
    body: object({ Build: BuildNumber, Reason: text(1000, { minLength: 1 }) }),
    reply: object({ Build: BuildNumber }),
    errors: ['UnknownGame', 'InvalidRequest', 'Conflict'],
  }),
  discard: route({
    method: 'POST',
    path: '/operator/games/{Game}/discard',
    ...upload,
    audit: 'change',
    summary: 'Remove a draft and its preview link.',
    params: GameParams,
    body: object({ Build: BuildNumber, Reason }),
    reply: SuccessReply,
    errors: ['UnknownGame', 'InvalidRequest', 'Conflict'],
  }),
  prune: route({
    method: 'POST',
    path: '/operator/games/{Game}/prune',
    ...publish,
    stepUp: true,
    summary: 'Delete old builds for good. The live build, drafts and the newest earlier ones stay.',
    params: GameParams,
    body: object({ Keep: Type.Integer({ minimum: 0, maximum: 1000 }), Reason: text(1000, { minLength: 1 }) }),
    reply: object({ Removed: Type.Array(BuildNumber) }),
    errors: ['UnknownGame', 'Conflict'],
  }),
  configuration: route({
    method: 'GET',
    path: '/operator/games/{Game}/configuration',
    ...read,
    summary: 'The configuration of a game, with the schema for its form.',
    params: GameParams,
    reply: object({
      Version: text(64),
      Document: Type.Unknown({ description: 'As `npm run games -- show` prints it, without builds' }),
      Schema: Type.Unknown({ description: 'JSON Schema of what this operator may change' }),
    }),
    errors: ['UnknownGame'],
  }),
  saveConfiguration: route({
    method: 'POST',
    path: '/operator/games/{Game}/configuration',
    access: ['operator'],
    permission: 'games.configure',
    audit: 'change',
    summary: 'Change the configuration of a game. Fails if someone else has changed it since `Version`.',
    params: GameParams,
    body: object({
      Version: text(64),
      Document: text(1_900_000, { description: 'The whole document, as JSON' }),
      Reason,
    }),
    bodyLimit: 2_000_000,
    reply: object({ Version: text(64), Changed: Type.Array(text(500)), Notes: Type.Array(text(1000)) }),
    errors: ['UnknownGame', 'Conflict', 'InvalidRequest'],
  }),
  players: route({
    method: 'GET',
    path: '/operator/games/{Game}/players',
    ...read,
    summary: 'Players of a game by the id that the game has for them, without anything about their accounts.',
    params: GameParams,
    query: object({
      GameUid: Type.Optional(text(100, { description: 'One player' })),
      AfterGameUid: Type.Optional(text(100, { description: 'The next page: ids after this one' })),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
    }),
    reply: object({
      Players: Type.Array(
        object({
          GameUid: text(100),
          ConnectedAt: instant,
          LastPlayedAt: Type.Optional(instant),
          Plays: Type.Integer({ minimum: 0 }),
          Purchases: Type.Integer({ minimum: 0 }),
        }),
      ),
    }),
    errors: ['UnknownGame'],
  }),
};
