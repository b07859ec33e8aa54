// Shared by both pages in the captcha frame. Neither stores anything, and only the portal may frame them.
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toLocale, type Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { ResponseHeaders } from '#server/http/headers.ts';
import { escapeScript } from '#server/http/escape-script.ts';

export interface CaptchaFrameOptions {
  readonly portalOrigin: string;
  readonly headers: ResponseHeaders;
}

export type ServeCaptchaPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

export interface CaptchaPageContent {
  readonly theme: 'light' | 'dark';
  readonly allows: Readonly<Record<string, string>>;
  readonly style: string;
  readonly body: string;
  readonly script: string;
  readonly settings: object;
}

export function readCaptchaRequest({ url }: FastifyRequest): {
  action: string;
  theme: 'light' | 'dark';
  language: Locale;
  game: string | undefined;
} {
  const query = new URLSearchParams(url.split('?', 2)[1]);
  const action = query.get('action') ?? '';
  if (!/^[\w-]{1,32}$/.test(action))
    throw new Problem('InvalidRequest', 'Say in `action` what the check is for: 1 to 32 letters, digits, _ or -.');
  const theme = query.get('theme') === 'light' ? 'light' : 'dark';
  return { action, theme, language: toLocale(query.get('lang') ?? undefined), game: query.get('game') ?? undefined };
}

export function sendCaptchaPage(
  reply: FastifyReply,
  { portalOrigin, headers }: CaptchaFrameOptions,
  page: CaptchaPageContent,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({
      ...headers,
      'content-security-policy': policyOf(nonce, portalOrigin, page.allows),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(pageText(nonce, page));
}

function policyOf(nonce: string, portalOrigin: string, allows: CaptchaPageContent['allows']): string {
  const { 'script-src': scripts = '', 'style-src': styles = '', ...others } = allows;
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${scripts}`.trim(),
    `style-src 'nonce-${nonce}' ${styles}`.trim(),
    'img-src data:',
    ...Object.entries(others).map(([directive, sources]) => `${directive} ${sources}`),
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'none'",
    `frame-ancestors ${portalOrigin}`,
  ].join('; ');
}

// The colour scheme must match the portal's; otherwise browsers paint the frame opaque.
const pageText = (
  nonce: string,
  { theme, style, body, script, settings }: CaptchaPageContent,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="${theme}">
<link rel="icon" href="data:,">
<title>Captcha</title>
<style nonce="${nonce}">html,body{margin:0;background:none}body{overflow:hidden}${style}</style>
</head>
<body>
${body}
<script nonce="${nonce}">(${script})(${escapeScript(settings)});</script>
</body>
</html>`;
