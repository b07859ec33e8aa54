import { createHash } from 'node:crypto';

/** CSP hashes of a page's inline scripts, so that a game's own page runs unchanged. */
export function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script\s*>/gi)].map(
    // Browsers normalise line ends before hashing.
    ([, text = '']) => `'sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')}'`,
  );
}
