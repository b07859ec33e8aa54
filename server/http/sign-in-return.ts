// The page to which vendors redirect after sign-in, in the popup that the portal opened. It passes its address (and the
// vendor's form, if posted) to the portal's page, clears the address bar and closes. It changes nothing on the server
// and proves nothing: anyone can open it, so the receiver checks `state`.
//
// The message goes to the opener, and to a broadcast channel for vendors whose pages sever the opener.
//
// `/SignInStart` is what the popup shows before it goes to the vendor: a page without our opener policy, because WebKit
// severs the opener otherwise.
import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiBase } from '#contract/api-base.ts';
import { api } from '#contract/api.ts';
import { textDirectionOf, toLocale, type Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import { escapeHtml } from './escape-html.ts';
import type { HeaderPolicy } from './headers.ts';
import { escapeScript } from './escape-script.ts';

export async function mountSignInReturnPage(
  app: FastifyInstance,
  { policy }: { readonly policy: HeaderPolicy },
): Promise<void> {
  const headers = policy.of('api');
  const sendPage = (request: FastifyRequest, reply: FastifyReply, bodyOf: BodyOf): FastifyReply => {
    const nonce = randomBytes(16).toString('base64');
    const locale = toLocale(request.headers['accept-language']?.split(/[,;]/, 1)[0]);
    return reply
      .headers({
        ...headers,
        'content-security-policy': policyOf(nonce),
        'referrer-policy': 'no-referrer',
        // Any other policy would sever the opener on the way to the vendor or back.
        'cross-origin-opener-policy': 'unsafe-none',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      })
      .type('text/html; charset=utf-8')
      .send(pageText(nonce, locale, bodyOf(nonce, locale)));
  };
  const send = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const form = formOf(request.body);
    return sendPage(request, reply, (nonce, locale) => returnBody(nonce, locale, form));
  };
  await app.register(async (scope) => {
    // The form is passed on byte for byte: its order and spelling may be signed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit },
      (_, bytes, done) => done(null, bytes),
    );
    scope.get('/SignInStart', (request, reply) => sendPage(request, reply, () => '<i></i>'));
    scope.get('/SignInReturn', send);
    // The specification gives vendors this address; the portal's own calls to it are POST.
    scope.get(`${apiBase}${api.auth.authenticateToFxid.path}`, send);
    scope.post('/SignInReturn', { bodyLimit }, send);
  });
}

/** Shown if the browser doesn't let the page close its window. */
export const closeTabTexts: Readonly<Record<Locale, string>> = {
  en: 'You can close this window.',
  de: 'Du kannst dieses Fenster schließen.',
  es: 'Puedes cerrar esta ventana.',
  fa: 'می‌توانید این پنجره را ببندید.',
  fr: 'Tu peux fermer cette fenêtre.',
  it: 'Puoi chiudere questa finestra.',
  ja: 'このウィンドウは閉じてかまいません。',
  ko: '이 창을 닫아도 됩니다.',
  'pt-br': 'Você pode fechar esta janela.',
  ru: 'Это окно можно закрыть.',
  tr: 'Bu pencereyi kapatabilirsiniz.',
  zh: '你可以关闭此窗口。',
  uk: 'Це вікно можна закрити.',
  pl: 'Możesz zamknąć to okno.',
};

const bodyLimit = 16 * 1024;

type BodyOf = (nonce: string, locale: Locale) => string;

function formOf(body: unknown): string | undefined {
  if (!(body instanceof Buffer)) return undefined;
  if (!isUtf8(body)) throw new Problem('MalformedBody', 'The form is not UTF-8.');
  return body.toString('utf8');
}

function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

const returnBody = (nonce: string, locale: Locale, form: string | undefined): string =>
  `<p id="text" hidden>${escapeHtml(closeTabTexts[locale])}</p>
<script nonce="${nonce}">(${returnScript})(${form === undefined ? '' : escapeScript(form)});</script>`;

const pageText = (nonce: string, locale: Locale, body: string): string => `<!doctype html>
<html lang="${locale}" dir="${textDirectionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark">
<link rel="icon" href="data:,">
<title>FxId</title>
<style nonce="${nonce}">body{margin:0;min-height:100vh;display:grid;place-items:center;text-align:center;background:#0e1016;color:#f2f4fa;font:17px/1.5 system-ui,sans-serif}i{width:44px;height:44px;border:4px solid #2a3040;border-top-color:#7c5cff;border-radius:50%;animation:turn 1s linear infinite}@keyframes turn{to{transform:rotate(1turn)}}</style>
</head>
<body>
${body}
</body>
</html>`;

const returnScript = `(form) => {
  'use strict';
  const message = { type: 'fxid-sign-in-return', url: location.href, ...(form !== undefined && { form }) };
  history.replaceState(null, '', location.pathname);
  if (window.opener) window.opener.postMessage(message, location.origin);
  const channel = new BroadcastChannel('fxid-sign-in');
  channel.postMessage(message);
  // A moment, so that the message is on its way before the window goes.
  setTimeout(() => {
    channel.close();
    window.close();
    document.getElementById('text').hidden = false;
  }, 100);
}`;
