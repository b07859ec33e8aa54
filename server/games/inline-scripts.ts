import { createHash } from 'node:crypto';

/** The hashes of the scripts that stand in a page, as a content policy names them, so that a game's own page runs as it is. */
export function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script\s*>/gi)].map(
    // The browser reads every line end as one character before it hashes.
    ([, text = '']) => `'sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')}'`,
  );
}
