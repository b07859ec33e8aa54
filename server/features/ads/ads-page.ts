// The page in the ads frame. Ads are third-party code, so the policy allows everything; instead the page has its own
// host, and only the portal may frame it.
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ResponseHeaders } from '#server/http/headers.ts';
import { escapeScript } from '#server/http/escape-script.ts';

export interface AdsPageOptions {
  readonly portalOrigin: string;
  /** The default headers of game hosts; this page replaces their content security policy. */
  readonly headers: ResponseHeaders;
  readonly scriptUrl: string;
}

/** Yandex's advertising network (`Advertisement.Yandex` in the portal's configuration). */
export const adNetworkScriptUrl = 'https://yandex.ru/ads/system/context.js';

export function sendAdsPage(reply: FastifyReply, { portalOrigin, headers, scriptUrl }: AdsPageOptions): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({
      ...headers,
      'content-security-policy': policyOf(nonce, portalOrigin),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(pageText(nonce, { portalOrigin, scriptUrl }));
}

const policyOf = (nonce: string, portalOrigin: string): string =>
  [
    "default-src 'none'",
    // Scripts loaded by our script may load further ones.
    `script-src 'nonce-${nonce}' 'strict-dynamic' 'unsafe-eval'`,
    "style-src 'unsafe-inline' https:",
    'img-src https: data: blob:',
    'media-src https: data: blob:',
    'font-src https: data:',
    'connect-src https: wss:',
    'frame-src https: data: blob:',
    'worker-src blob:',
    "base-uri 'none'",
    "object-src 'none'",
    'form-action https:',
    `frame-ancestors ${portalOrigin}`,
  ].join('; ');

const pageText = (nonce: string, settings: object): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>Advertisement</title>
<style>html,body{margin:0;height:100%;background:#000}</style>
</head>
<body>
<script nonce="${nonce}">(${adsFrameScript})(${escapeScript(settings)});</script>
</body>
</html>`;

// The network reports the reward before, with or after the close, so the result waits for both.
export const adsFrameScript = `(settings) => {
  'use strict';
  const type = 'fxid-ads';
  let isStarted = false;
  let isOver = false;
  let isRewarded = false;
  const say = (message) => parent.postMessage({ type, ...message }, settings.portalOrigin);
  const end = (outcome) => {
    if (isOver) return;
    isOver = true;
    say({ say: 'outcome', outcome });
  };
  const endSoon = (ms) => setTimeout(() => end(isRewarded ? 'finished' : 'skipped'), ms);
  const render = ({ blockId, platform }) => {
    try {
      window.Ya.Context.AdvManager.render({
        blockId,
        platform,
        type: 'rewarded',
        onRender: () => say({ say: 'shown' }),
        onRewarded: (isEarned) => {
          isRewarded = isRewarded || isEarned === true;
          endSoon(isRewarded ? 60000 : 500);
        },
        onClose: () => endSoon(500),
        onError: () => end('failed'),
      });
    } catch {
      end('failed');
    }
  };
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || origin !== settings.portalOrigin || !data || data.type !== type) return;
    if (data.say !== 'start' || isStarted) return;
    isStarted = true;
    window.yaContextCb = [() => render(data)];
    const script = document.createElement('script');
    script.src = settings.scriptUrl;
    script.onerror = () => end('failed');
    document.head.append(script);
  });
  say({ say: 'ready' });
}`;
