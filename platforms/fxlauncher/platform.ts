import { Type } from 'typebox';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { Build, GameName } from '#model/game.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { object, text, url, uuid } from '#model/schema.ts';
import { SimulatorFramingOriginSetting } from '../kit/settings.ts';
import { definePlatform } from '../port.ts';

const publicSettings = { FrameOrigin: SimulatorFramingOriginSetting };
const params = object({ Game: GameName });

export const fxlauncher = definePlatform({
  id: 'FxLauncher',
  title: 'FxId Launcher',
  evidence: { level: 'own' },
  embeddedBy: [],
  identityTypes: [],
  purchases: 'portal',
  capabilities: ['signIn', 'friends', 'invites', 'share', 'favorites', 'community', 'reviews', 'video'],
  startEvent: analyticsEventIds.LauncherStarted,
  settings: object(publicSettings),
  publicData: object(publicSettings),
  login: { key: 'FxLauncher', block: object({ LoginCode: text(200) }) },
  routes: {
    activateKey: route({
      method: 'POST',
      path: '/ftl_integration/{Game}/launcher/activate_key',
      access: ['whole'],
      summary: 'Activate a key for a game or one of its branches. A key works once and stays with that account.',
      perMinute: 10,
      errors: ['UnknownGame'],
      params,
      body: object({ Key: text(100) }),
      reply: object({ Success: Type.Boolean(), Branch: Type.Optional(text(64)) }),
    }),
    availableBranches: route({
      method: 'GET',
      path: '/ftl_integration/{Game}/launcher/available_branches',
      access: ['anyone', ...allSessionKinds],
      summary: 'The branches of a game that the caller can download: open branches, and those unlocked by a key.',
      errors: ['UnknownGame'],
      params,
      reply: object({ Branches: Type.Array(text(64)) }),
    }),
    downloadDirect: route({
      method: 'GET',
      path: '/ftl_integration/{Game}/launcher/download_direct',
      access: ['anyone', ...allSessionKinds],
      summary: "The address of the game's installer: the newest build of its default branch.",
      errors: ['UnknownGame', 'NotFound'],
      params,
      reply: object({ Url: url }),
    }),
    download: route({
      method: 'GET',
      path: '/ftl_integration/{Game}/launcher/download/{SessionId}',
      access: ['anyone', ...allSessionKinds],
      summary:
        'The installer of a download requested within the last hour. If the download was requested signed in, only the same account can fetch it.',
      errors: ['UnknownGame', 'NotFound'],
      params: object({ Game: GameName, SessionId: uuid }),
      reply: object({ Url: url }),
    }),
    requestDownload: route({
      method: 'POST',
      path: '/ftl_integration/{Game}/launcher/request_download',
      access: ['anyone', ...allSessionKinds],
      summary: 'Start a download, so that it can be attributed.',
      perMinute: 30,
      errors: ['UnknownGame', 'NotFound'],
      params,
      body: object({ Branch: Type.Optional(text(64)) }),
      reply: object({ SessionId: uuid }),
    }),
    manifest: route({
      method: 'GET',
      path: '/ftl_integration/{Game}/launcher/manifest/{Branch}',
      access: ['anyone', ...allSessionKinds],
      summary: 'The newest build of a branch, for the launcher.',
      errors: ['UnknownGame', 'NotFound'],
      params: object({ Game: GameName, Branch: text(64) }),
      reply: Build,
    }),
  },
});
