// A portal page that contains only the game's frame. No script runs on it.
import { randomBytes } from 'node:crypto';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { HtmlReply } from '#server/http/implement-api.ts';

export interface GameFramePageOptions {
  readonly policy: HeaderPolicy;
  readonly title: string;
  readonly launchUrl: string;
  readonly manifestUrl: string;
  readonly frameAncestors: readonly string[];
}

export function renderGameFramePage({
  policy,
  title,
  launchUrl,
  manifestUrl,
  frameAncestors,
}: GameFramePageOptions): HtmlReply {
  const nonce = randomBytes(16).toString('base64');
  return {
    headers: {
      ...policy.page({ nonce }),
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        // For the empty icon, which keeps browsers from requesting one.
        'img-src data:',
        `frame-src ${new URL(launchUrl).origin}`,
        "manifest-src 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "form-action 'none'",
        `frame-ancestors ${frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'"}`,
        "require-trusted-types-for 'script'",
      ].join('; '),
    },
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark">
<link rel="icon" href="data:,">
<link rel="manifest" href="${escapeHtml(manifestUrl)}">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">html,body{margin:0;height:100%;background:#0e1016;overflow:hidden}iframe{display:block;width:100%;height:100%;border:0}</style>
</head>
<body>
<iframe src="${escapeHtml(launchUrl)}" title="${escapeHtml(title)}" sandbox="${sandbox}" allow="${allowed}" referrerpolicy="origin"></iframe>
</body>
</html>
`,
  };
}

// `allow-same-origin` gives the game its own storage. It is safe because the game has another origin than the portal.
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-pointer-lock allow-orientation-lock';
const allowed = 'fullscreen; gamepad; autoplay; clipboard-write';
