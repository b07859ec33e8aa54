// The page in the frame of the robot check. The Turnstile script runs here and nowhere else: this origin keeps nothing, and
// the portal, which keeps the session, hears from it by messages only. It is told the portal's exact origin by the server.
//
// What it says, each as `{ type: 'fxid-robot-check', … }`: `size` when the widget's height is known or changes, then one of
// `passed` with the token, `failed` or `expired`; after `passed`, `expired` when the token's time is over. A widget that is
// silent for 15 s has failed, unless it waits for the person, who has two minutes.
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toLocale, type Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Headers } from '#server/http/headers.ts';
import { scriptText } from '#server/http/script-text.ts';

export interface RobotCheckPageOptions {
  readonly siteKey: string;
  readonly scriptUrl: string;
  /** Another vendor than Turnstile. */
  readonly other?: { readonly objectName: string; readonly origins: readonly string[] } | undefined;
  readonly portalOrigin: string;
  /** Of every answer of the games' side; the policy of the page takes the place of the games' own. */
  readonly headers: Headers;
}

export type SendRobotCheckPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export function robotCheckPage(options: RobotCheckPageOptions): SendRobotCheckPage {
  const { siteKey, scriptUrl, other, portalOrigin, headers } = options;
  const vendorOrigins = [new URL(scriptUrl).origin, ...(other?.origins ?? [])].join(' ');
  const widget = { objectName: other?.objectName ?? 'turnstile', size: other ? 'normal' : 'flexible' };
  return (request, reply) => {
    const { action, theme, language } = readCheckRequest(request);
    const nonce = randomBytes(16).toString('base64');
    const settings = scriptText({ siteKey, scriptUrl, portalOrigin, action, theme, language, ...widget });
    return reply
      .headers({
        ...headers,
        'content-security-policy': policyOf(nonce, vendorOrigins, portalOrigin, other !== undefined),
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      })
      .type('text/html; charset=utf-8')
      .send(pageText(nonce, theme, settings));
  };
}

/** What the portal asks for in the address of the frame. */
export function readCheckRequest({ url }: FastifyRequest): {
  action: string;
  theme: 'light' | 'dark';
  language: Locale;
} {
  const query = new URLSearchParams(url.split('?', 2)[1]);
  const action = query.get('action') ?? '';
  if (!/^[\w-]{1,32}$/.test(action))
    throw new Problem('InvalidRequest', 'Say in `action` what the check is for: 1 to 32 letters, digits, _ or -.');
  const theme = query.get('theme') === 'light' ? 'light' : 'dark';
  return { action, theme, language: toLocale(query.get('lang') ?? undefined) };
}

function policyOf(nonce: string, vendorOrigins: string, portalOrigin: string, hasStyles: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${vendorOrigins}`,
    // Others bring styles of their own.
    `style-src 'nonce-${nonce}'${hasStyles ? ` ${vendorOrigins}` : ''}`,
    'img-src data:',
    `frame-src ${vendorOrigins}`,
    `connect-src ${vendorOrigins}`,
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'none'",
    `frame-ancestors ${portalOrigin}`,
  ].join('; ');
}

// The scheme must be the portal's: a frame of another one is painted opaque.
const pageText = (nonce: string, theme: string, settings: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="${theme}">
<link rel="icon" href="data:,">
<title>Robot check</title>
<style nonce="${nonce}">html,body{margin:0;background:none}body{overflow:hidden}</style>
</head>
<body>
<div id="widget"></div>
<script nonce="${nonce}">(${widgetScript})(${settings});</script>
</body>
</html>`;

// Of Turnstile's error codes none is looked at: which one stands for what has changed before.
const widgetScript = `(settings) => {
  'use strict';
  const silenceMs = 15000;
  const personMs = 120000;
  let timer;
  let isOver = false;
  const say = (message) => parent.postMessage({ type: 'fxid-robot-check', ...message }, settings.portalOrigin);
  const end = (message) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    say(message);
  };
  const fail = () => {
    end({ outcome: 'failed' });
    // It has been taken care of: Turnstile need not throw.
    return true;
  };
  const endAfter = (ms, outcome) => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(() => end({ outcome }), ms);
  };
  const widget = document.getElementById('widget');
  new ResizeObserver(() => {
    if (widget.offsetHeight > 0) say({ outcome: 'size', height: widget.offsetHeight });
  }).observe(widget);
  const draw = () => window[settings.objectName].render(widget, {
    sitekey: settings.siteKey,
    action: settings.action,
    theme: settings.theme,
    language: settings.language,
    size: innerWidth < 300 ? 'compact' : settings.size,
    retry: 'never',
    'refresh-expired': 'manual',
    'refresh-timeout': 'manual',
    'response-field': false,
    callback: (token) => end({ outcome: 'passed', token }),
    'error-callback': fail,
    'unsupported-callback': fail,
    'expired-callback': () => {
      isOver = true;
      say({ outcome: 'expired' });
    },
    'timeout-callback': () => end({ outcome: 'expired' }),
    'before-interactive-callback': () => endAfter(personMs, 'expired'),
    'after-interactive-callback': () => endAfter(silenceMs, 'failed'),
  });
  const script = document.createElement('script');
  script.nonce = document.currentScript.nonce;
  script.src = settings.scriptUrl;
  script.onerror = fail;
  script.onload = () => {
    try {
      draw();
    } catch (error) {
      console.error('The robot check could not be drawn.', error);
      fail();
    }
  };
  endAfter(silenceMs, 'failed');
  document.head.append(script);
}`;
