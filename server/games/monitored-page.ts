// Inserts the monitoring script into a game's page, before the game's own code. The other bytes stay unchanged,
// whatever the encoding.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '#server/http/escape-html.ts';

/** The script's path on every game's host. Game files never begin with a dot. */
export const monitorScriptPath = '.fxid/watch.js';

export const readMonitorScript = (): Promise<string> => readFile(join(import.meta.dirname, 'page-monitor.js'), 'utf8');

export interface MonitorOptions {
  readonly portalOrigin: string;
  readonly reportsConsole: boolean;
  /** Hosts of the vendor whose SDK the portal replaces in this game. */
  readonly vendorHosts?: readonly string[];
}

/** A larger page is sent unchanged. */
export const maxPageBytes = 1_000_000;

export function injectMonitor(page: Buffer, options: MonitorOptions): Buffer {
  return page.length > maxPageBytes ? page : insertInHead(page, buildMonitorTag(options));
}

export function insertInHead(page: Buffer, tags: string): Buffer {
  // UTF-16 pages (by their byte order mark) are sent unchanged.
  if ((page[0] ?? 0) >= 0xfe) return page;
  const at = startOf(page.toString('latin1'));
  return Buffer.concat([page.subarray(0, at), Buffer.from(tags), page.subarray(at)]);
}

/** The position where the head begins: after the doctype, comments and opening tags, which must stay first. */
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

/** Includes the UTF-8 byte order mark, read as single bytes. */
const opening = /[\s\u00ef\u00bb\u00bf]*(?:<!--|<(!doctype|html|head)(?![\w-])[^>]*>)/iy;

export function buildMonitorTag(
  { portalOrigin, reportsConsole, vendorHosts }: MonitorOptions,
  missing?: string,
): string {
  const more = [
    ...(reportsConsole ? [' data-console'] : []),
    ...(vendorHosts ? [` data-vendors="${escapeHtml(vendorHosts.join(' '))}"`] : []),
    ...(missing === undefined ? [] : [` data-missing="${escapeHtml(missing)}"`]),
  ].join('');
  return `<script src="/${monitorScriptPath}" data-portal="${escapeHtml(portalOrigin)}"${more}></script>`;
}
