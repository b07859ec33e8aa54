// Serves game pages. A game's own page is sent unchanged, with a policy that allows its scripts; a Unity build without
// a page gets a generated one.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResponseHeaders } from '#server/http/headers.ts';
import { isFile, type GameFileLocation } from './find-game-file.ts';
import type { GameFileFinder } from './game-file-finder.ts';
import { buildGameHeaders } from './game-headers.ts';
import type { GameServingSettings } from './game-serving-settings.ts';
import { buildImmutablePath } from './immutable-paths.ts';
import { hashInlineScripts } from './inline-scripts.ts';
import { renderUnityRunnerPage } from './unity-runner-page.ts';
import { maxPageBytes } from './monitored-page.ts';

export interface GamePage {
  readonly headers: ResponseHeaders;
  readonly html?: string;
}

/** Changes a page's bytes while it is sent. */
export type RewritePage = (html: Buffer) => Buffer;

export interface GamePagesOptions {
  readonly folders: readonly string[];
  readonly finder: GameFileFinder;
  readonly base: ResponseHeaders;
  readonly portalOrigin: string;
  readonly ancestors: readonly string[];
}

export function createGamePages(options: GamePagesOptions) {
  const { folders, finder, portalOrigin } = options;
  const headersOf = (settings: GameServingSettings, inlineScripts: readonly string[] = []): ResponseHeaders =>
    buildGameHeaders(settings, { ...options, inlineScripts });

  return {
    headersOf: (settings: GameServingSettings): ResponseHeaders => headersOf(settings),
    find: async (
      game: string,
      asked: { path: string; file: string },
      settings: GameServingSettings,
      rewrite: RewritePage,
    ): Promise<GamePage> => {
      if (!/\.html?$/.test(asked.file)) return { headers: headersOf(settings) };
      const unity = await finder.findUnity(game, asked.path, settings);
      if (unity) {
        const { build, sha } = unity;
        const folder = sha === undefined ? '' : buildImmutablePath(sha, headersOf(settings));
        const html = renderUnityRunnerPage(build, { title: settings.title, portalOrigin, folder });
        const inline = settings.isStrict ? hashScripts(Buffer.from(html), rewrite) : [];
        return { headers: headersOf({ ...settings, isUnity: true }, inline), html };
      }
      const file = await finder.find({ ...settings, game, file: asked.file });
      return { headers: headersOf(settings, settings.isStrict ? await scriptsIn(folders, file, rewrite) : []) };
    },
  };
}

async function scriptsIn(folders: readonly string[], file: GameFileLocation, rewrite: RewritePage): Promise<string[]> {
  const page = await readGamePageFile(folders, file);
  return page ? hashScripts(page, rewrite) : [];
}

const hashScripts = (page: Buffer, rewrite: RewritePage): string[] => hashInlineScripts(rewrite(page).toString('utf8'));

export async function readGamePageFile(
  folders: readonly string[],
  { folder: foundIn, root, file }: GameFileLocation,
): Promise<Buffer | undefined> {
  if (!/\.html?$/.test(file) || file.split(/[\\/]/).some((part) => part.startsWith('.'))) return undefined;
  for (const folder of foundIn === undefined ? folders : [foundIn]) {
    const path = join(folder, root, file);
    if (!(await isFile(path))) continue;
    return (await stat(path)).size > maxPageBytes ? undefined : readFile(path);
  }
  return undefined;
}
