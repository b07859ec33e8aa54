// Responds to a request on a game's host whose cookies exceed the header limit. The response deletes them and reloads
// the page once: a browser that keeps them must not loop.
import { createHash } from 'node:crypto';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { ResponseHeaders } from '#server/http/headers.ts';

export interface CookiesPageOptions {
  readonly portalOrigin: string;
  readonly ancestors: readonly string[];
}

export function renderCookiesPage({ portalOrigin, ancestors }: CookiesPageOptions): {
  readonly headers: ResponseHeaders;
  readonly html: string;
} {
  const hash = createHash('sha256').update(script).digest('base64');
  return {
    headers: {
      'content-security-policy': [
        "default-src 'none'",
        `script-src 'sha256-${hash}'`,
        "base-uri 'none'",
        "form-action 'none'",
        `frame-ancestors ${ancestors.join(' ')}`,
      ].join('; '),
    },
    html: `<!doctype html>
<html lang="en" data-portal="${escapeHtml(portalOrigin)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Too many cookies</title>
</head>
<body>
<p>This page had stored too many cookies. They have been deleted.</p>
<button id="retry">Try again</button>
<script>${script}</script>
</body>
</html>
`,
  };
}

const script = `(() => {
  const key = 'fxid-cookies-deleted';
  const waitMs = 30000;
  document.getElementById('retry').onclick = () => location.reload();
  try {
    const last = Number(sessionStorage.getItem(key));
    if (Date.now() - last > waitMs) {
      sessionStorage.setItem(key, String(Date.now()));
      location.reload();
      return;
    }
  } catch (error) {
    console.warn('Storage is switched off, so the page does not load again by itself.', error);
  }
  const { portal } = document.documentElement.dataset;
  const tell = (news) => parent.postMessage({ type: 'fxid-page', ...news }, portal);
  if (parent === window) return;
  tell({ state: 'watching' });
  tell({ state: 'blank', file: location.origin + location.pathname, text: 'HTTP 431' });
})();`;
