import { Type } from 'typebox';
import { Build, GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { object, text, url, uuid } from '#model/schema.ts';
import { platform } from '../port.ts';

const params = object({ Game: GameName });

export const fxlauncher = platform({
  id: 'FxLauncher',
  title: 'FxId Launcher',
  identityTypes: [],
  purchases: 'portal',
  login: { key: 'FxLauncher', block: object({ LoginCode: text(200) }) },
  routes: {
    activateKey: route({
      method: 'POST',
      path: '/ftl_integration/{Game}/launcher/activate_key',
      access: ['whole'],
      summary: 'Activate a key that opens a game or a branch of it.',
      params,
      body: object({ Key: text(100) }),
      reply: object({ Success: Type.Boolean(), Branch: Type.Optional(text(64)) }),
    }),
    availableBranches: route({
      method: 'GET',
      path: '/ftl_integration/{Game}/launcher/available_branches',
      access: ['anyone'],
      summary: 'The branches of a game that the caller may download.',
      params,
      reply: object({ Branches: Type.Array(text(64)) }),
    }),
    downloadDirect: route({
      method: 'GET',
      path: '/ftl_integration/{Game}/launcher/download_direct',
      access: ['anyone'],
      summary: 'Where the installer of the launcher for this game is.',
      params,
      reply: object({ Url: url }),
    }),
    download: route({
      method: 'GET',
      path: '/ftl_integration/{Game}/launcher/download/{SessionId}',
      access: ['anyone'],
      summary: 'The installer for a download that was requested before.',
      params: object({ Game: GameName, SessionId: uuid }),
      reply: object({ Url: url }),
    }),
    requestDownload: route({
      method: 'POST',
      path: '/ftl_integration/{Game}/launcher/request_download',
      access: ['anyone'],
      summary: 'Begin a download, so that the launcher knows who started it.',
      params,
      body: object({ Branch: Type.Optional(text(64)) }),
      reply: object({ SessionId: uuid }),
    }),
    manifest: route({
      method: 'GET',
      path: '/ftl_integration/{Game}/launcher/manifest/{Branch}',
      access: ['anyone'],
      summary: 'The newest build of a branch, for the launcher.',
      params: object({ Game: GameName, Branch: text(64) }),
      reply: Build,
    }),
  },
});
