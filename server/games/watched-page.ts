// Puts the program that watches a page into it, before everything of the game's own. The bytes of the page stay as they are,
// whatever letters they are in.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '#server/http/escape-html.ts';

/** Where the program is on every game's host: no file of a game begins with a dot. */
export const watchScriptPath = '.fxid/watch.js';

export const readWatchScript = (): Promise<string> => readFile(join(import.meta.dirname, 'page-watch.js'), 'utf8');

export interface WatchOptions {
  readonly portalOrigin: string;
  /** Whether it also tells what the game writes into the console, as a developer wants to know. */
  readonly tellsConsole: boolean;
}

/** Pages are small; one that is not is sent as it is. */
export const largestPageBytes = 1_000_000;

export function withWatch(page: Buffer, options: WatchOptions): Buffer {
  // In two bytes a letter nothing would be found, and nothing could be put in between.
  if (page.length > largestPageBytes || (page[0] ?? 0) >= 0xfe) return page;
  const at = startOf(page.toString('latin1'));
  return Buffer.concat([page.subarray(0, at), Buffer.from(watchTag(options)), page.subarray(at)]);
}

/** Where the head of a page begins: after what may stand before it, which must stay before it. */
function startOf(text: string): number {
  let [at, start] = [0, 0];
  for (;;) {
    opening.lastIndex = at;
    const [found, name] = opening.exec(text) ?? [];
    if (found === undefined) return start;
    at += found.length;
    if (found.endsWith('<!--')) {
      const end = text.indexOf('-->', at);
      if (end < 0) return start;
      at = end + 3;
    } else {
      start = at;
      if (name?.toLowerCase() === 'head') return start;
    }
  }
}

/** With the mark of UTF-8 as it looks byte by byte. */
const opening = /[\s\u00ef\u00bb\u00bf]*(?:<!--|<(!doctype|html|head)(?![\w-])[^>]*>)/iy;

export function watchTag({ portalOrigin, tellsConsole }: WatchOptions, missing?: string): string {
  const more = [
    ...(tellsConsole ? [' data-console'] : []),
    ...(missing === undefined ? [] : [` data-missing="${escapeHtml(missing)}"`]),
  ].join('');
  return `<script src="/${watchScriptPath}" data-portal="${escapeHtml(portalOrigin)}"${more}></script>`;
}
