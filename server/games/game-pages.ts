// The pages of games. A page of the game's own is sent as it is, with a policy that lets the scripts in it run; a Unity build
// without one gets ours.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Headers } from '#server/http/headers.ts';
import { findUnityBuild } from './find-unity-build.ts';
import { gameHeaders } from './game-headers.ts';
import type { GameSettings } from './game-settings.ts';
import { inlineScriptHashes } from './inline-scripts.ts';
import { unityRunnerPage } from './unity-runner-page.ts';

export interface GamePage {
  readonly headers: Headers;
  /** Absent: the file itself is sent. */
  readonly html?: string;
}

export function gamePages(options: { folders: readonly string[]; base: Headers; portalOrigin: string }) {
  const { folders, portalOrigin } = options;
  const headersOf = (settings: GameSettings, inlineScripts: readonly string[] = []): Headers =>
    gameHeaders(settings, { ...options, inlineScripts });

  return {
    headersOf: (settings: GameSettings): Headers => headersOf(settings),
    /** What an address of a game answers with; `path` is as asked, `file` with the name of the page added. */
    find: async (game: string, asked: { path: string; file: string }, settings: GameSettings): Promise<GamePage> => {
      if (!/\.html?$/.test(asked.file)) return { headers: headersOf(settings) };
      if (asked.path === '') {
        for (const folder of folders) {
          const build = await findUnityBuild(join(folder, game));
          if (!build) continue;
          const html = unityRunnerPage(build, { title: settings.title, portalOrigin });
          return { headers: headersOf({ ...settings, isUnity: true }), html };
        }
      }
      return { headers: headersOf(settings, await scriptsIn(folders, join(game, asked.file))) };
    },
  };
}

// Pages are small and few; one that is not there has no scripts, and whoever sends the file says so.
const largestPageBytes = 1_000_000;

async function scriptsIn(folders: readonly string[], file: string): Promise<string[]> {
  if (file.split(/[\\/]/).includes('..')) return [];
  for (const folder of folders) {
    const found = await stat(join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
    if (!found?.isFile()) continue;
    return found.size > largestPageBytes ? [] : inlineScriptHashes(await readFile(join(folder, file), 'utf8'));
  }
  return [];
}
