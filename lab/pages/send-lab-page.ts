// Sends a page of the lab, with a content security policy that allows only the lab's own files.
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { LabAddresses } from '#lab/lab-addresses.ts';
import { importMap, moduleUrl } from '#lab/modules/serve-modules.ts';
import { escapeHtml } from '#server/http/escape-html.ts';

export interface LabPage {
  readonly title: string;
  readonly styles?: readonly string[];
  readonly script?: string;
  readonly data?: unknown;
  readonly body: string;
  readonly status?: number;
}

export function sendLabPage(reply: FastifyReply, place: LabAddresses, page: LabPage): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    `img-src 'self' data: ${place.gamesPattern}`,
    "connect-src 'self'",
    // A platform's bundle is on its own host.
    `frame-src 'self' ${place.portalOrigin}`,
    // The form opens a page on the platform's host.
    `form-action 'self' ${[place.portalOrigin, ...place.originsPattern].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  const styles = ['portal/ui/tokens.css', 'lab/pages/lab.css', ...(page.styles ?? [])];
  return reply
    .code(page.status ?? 200)
    .headers({
      'content-security-policy': policy.join('; '),
      // The player's page reads the referrer to see which page frames it.
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en" data-scheme="dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<link rel="icon" href="${flask}">
<title>${escapeHtml(page.title)} · FxId lab</title>
<script nonce="${nonce}">if (matchMedia('(prefers-color-scheme: light)').matches) document.documentElement.dataset.scheme = 'light';</script>
${styles.map((path) => `<link rel="stylesheet" href="${moduleUrl(path)}">`).join('\n')}
<script type="importmap" nonce="${nonce}">${importMap}</script>
${page.data === undefined ? '' : `<script type="application/json" id="page-data" nonce="${nonce}">${scriptText(page.data)}</script>`}
${page.script === undefined ? '' : `<script type="module" src="${moduleUrl(page.script)}"></script>`}
</head>
<body>
${page.body}
</body>
</html>`);
}

/** JSON that is safe inside a script element. */
const scriptText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const flask =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M12 3h8M14 3v9L5 27a2 2 0 0 0 2 3h18a2 2 0 0 0 2-3l-9-15V3' fill='none' stroke='%237554fb' stroke-width='3'/%3E%3C/svg%3E";
