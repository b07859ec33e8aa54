// A page of the portal's that holds a game in a frame and nothing else: no script runs on it, neither ours nor the game's.
// All code of the game stays on the origin of the frame.
import { randomBytes } from 'node:crypto';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { HtmlReply } from '#server/http/implement.ts';

export interface FramePageOptions {
  readonly policy: HeaderPolicy;
  readonly title: string;
  /** Where the game is. */
  readonly launchUrl: string;
  readonly manifestUrl: string;
  /** The origins of the platform whose pages may frame this one. */
  readonly frameAncestors: readonly string[];
}

export function renderFramePage({
  policy,
  title,
  launchUrl,
  manifestUrl,
  frameAncestors,
}: FramePageOptions): HtmlReply {
  const nonce = randomBytes(16).toString('base64');
  return {
    headers: {
      ...policy.page({ nonce }),
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        // The empty icon, without which browsers look for one.
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

// `allow-same-origin` only because the origin is another one than ours: it lets the game keep its own storage.
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-pointer-lock allow-orientation-lock';
const allowed = 'fullscreen; gamepad; autoplay; clipboard-write';
