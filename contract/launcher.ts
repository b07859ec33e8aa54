// Installable builds of games, in branches (release channels), and the keys that unlock them.
import { Type } from 'typebox';
import { GameName, GameParams } from '#model/game.ts';
import { AvailableBuild, BranchBuild, DownloadState, OperatingSystem } from '#model/installable-build.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { EmptyRequest, instant, object, oneOf, text, url, uuid } from '#model/schema.ts';

const branch = text(64);
const Os = Type.Optional({
  ...OperatingSystem,
  description: 'Only builds for this operating system, or for every one. Absent: any build',
});

const downloadParams = object({ Game: GameName, SessionId: uuid });

export const UnlockedBranch = object({
  Game: GameName,
  Branch: Type.Optional(Type.String({ ...branch, description: 'Absent: all branches of the game' })),
  ActivatedAt: instant,
});

export const launcherRoutes = {
  activateKey: route({
    method: 'POST',
    path: '/ftl_integration/{Game}/launcher/activate_key',
    access: ['whole'],
    summary: 'Activate a key for a game or one of its branches. A key works once and stays with that account.',
    perMinute: 10,
    errors: ['UnknownGame'],
    params: GameParams,
    body: object({ Key: text(100) }),
    reply: object({ Success: Type.Boolean(), Branch: Type.Optional(branch) }),
  }),
  availableBranches: route({
    method: 'GET',
    path: '/ftl_integration/{Game}/launcher/available_branches',
    access: ['anyone', ...allSessionKinds],
    summary:
      'The branches of a game that the caller can download (open branches, and those unlocked by a key), and the newest build of each for each operating system.',
    errors: ['UnknownGame'],
    params: GameParams,
    reply: object({ Branches: Type.Array(branch), Builds: Type.Array(AvailableBuild) }),
  }),
  downloadDirect: route({
    method: 'GET',
    path: '/ftl_integration/{Game}/launcher/download_direct',
    access: ['anyone', ...allSessionKinds],
    summary: "The address of the game's installer: the newest one of its default branch.",
    perMinute: 30,
    errors: ['UnknownGame', 'NotFound'],
    params: GameParams,
    query: object({ Os }),
    reply: object({ Url: url }),
  }),
  download: route({
    method: 'GET',
    path: '/ftl_integration/{Game}/launcher/download/{SessionId}',
    access: ['anyone', ...allSessionKinds],
    summary:
      'The address of a requested download, and how far it is. If it was requested signed in, only the same account can fetch it. It expires after an hour without progress.',
    errors: ['UnknownGame', 'NotFound'],
    params: downloadParams,
    reply: object({
      Url: Type.String({
        ...url,
        description:
          "The installer. For a build with several files: their folder; append a file's path, and send the same token",
      }),
      BuildId: uuid,
      State: DownloadState,
      Bytes: Type.Optional(Type.Integer({ minimum: 0, description: "Absent: the file is at the operator's address" })),
      SentBytes: Type.Optional(Type.Integer({ minimum: 0, description: 'How much the portal has sent so far' })),
    }),
  }),
  requestDownload: route({
    method: 'POST',
    path: '/ftl_integration/{Game}/launcher/request_download',
    access: ['anyone', ...allSessionKinds],
    summary: 'Start a download, so that it can be attributed.',
    perMinute: 30,
    errors: ['UnknownGame', 'NotFound'],
    params: GameParams,
    body: object({
      Branch: Type.Optional(branch),
      Os,
      Installer: Type.Optional(Type.Boolean({ description: 'True: only an installer, for a download in a browser' })),
    }),
    reply: object({ SessionId: uuid }),
  }),
  finishDownload: route({
    method: 'POST',
    path: '/ftl_integration/{Game}/launcher/download/{SessionId}/finish',
    access: ['anyone', ...allSessionKinds],
    summary: 'Report that a launcher has completed a download, or that it failed. Counts once for each download.',
    perMinute: 30,
    errors: ['UnknownGame', 'NotFound'],
    params: downloadParams,
    body: object({
      Outcome: oneOf(['Completed', 'Failed']),
      Reason: Type.Optional(text(100, { description: 'For a failed download: a short code for analytics' })),
    }),
  }),
  manifest: route({
    method: 'GET',
    path: '/ftl_integration/{Game}/launcher/manifest/{Branch}',
    access: ['anyone', ...allSessionKinds],
    summary: 'The newest build of a branch with its files and their hashes, for the launcher.',
    errors: ['UnknownGame', 'NotFound'],
    params: object({ Game: GameName, Branch: branch }),
    query: object({ Os }),
    reply: BranchBuild,
  }),
  keys: route({
    method: 'POST',
    path: '/launcher/keys/list',
    access: ['handed', 'whole'],
    summary: "What the caller's keys have unlocked, newest first.",
    body: EmptyRequest,
    reply: object({
      Unlocked: Type.Array(UnlockedBranch),
      IsOffered: Type.Boolean({ description: 'Whether any game has builds to install' }),
    }),
  }),
  redeemKey: route({
    method: 'POST',
    path: '/launcher/keys/activate',
    access: ['whole'],
    summary: 'Activate a key without naming its game. `Unlocked` is absent if the key is unknown, used or expired.',
    perMinute: 10,
    body: object({ Key: text(100) }),
    reply: object({ Unlocked: Type.Optional(UnlockedBranch) }),
  }),
};
