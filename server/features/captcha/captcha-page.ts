// The page in the captcha frame. Turnstile's script runs only here, on an origin that stores nothing; the portal gets
// only its messages.
//
// Messages are `{ type: 'fxid-captcha', … }`: `size`, then `passed` with the token, `failed` or `expired`. A widget
// that is silent for 15 s has failed, unless it waits for the player, who has two minutes.
import type { FindGameWidget } from './game-widget.ts';
import {
  readCaptchaRequest,
  sendCaptchaPage,
  type CaptchaFrameOptions,
  type ServeCaptchaPage,
} from './captcha-frame.ts';

export interface CaptchaPageOptions extends CaptchaFrameOptions {
  readonly siteKey: string;
  readonly scriptUrl: string;
  readonly findGameWidget?: FindGameWidget;
  /** A vendor other than Turnstile. */
  readonly other?: { readonly objectName: string; readonly origins: readonly string[] } | undefined;
}

export function renderCaptchaPage(options: CaptchaPageOptions): ServeCaptchaPage {
  const { siteKey, scriptUrl, other, portalOrigin } = options;
  const vendorOrigins = [new URL(scriptUrl).origin, ...(other?.origins ?? [])].join(' ');
  const widget = { objectName: other?.objectName ?? 'turnstile', size: other ? 'normal' : 'flexible' };
  return async (request, reply) => {
    const { action, theme, language, game } = readCaptchaRequest(request);
    const ofGame = await options.findGameWidget?.(game);
    return sendCaptchaPage(reply, options, {
      theme,
      allows: {
        'script-src': vendorOrigins,
        ...(other && { 'style-src': vendorOrigins }),
        'frame-src': vendorOrigins,
        'connect-src': vendorOrigins,
      },
      style: '',
      body: '<div id="widget"></div>',
      script: widgetScript,
      settings: { siteKey: ofGame?.siteKey ?? siteKey, scriptUrl, portalOrigin, action, theme, language, ...widget },
    });
  };
}

// Turnstile's error codes are ignored, because their meanings have changed before.
const widgetScript = `(settings) => {
  'use strict';
  const silenceMs = 15000;
  const personMs = 120000;
  let timer;
  let isOver = false;
  const say = (message) => parent.postMessage({ type: 'fxid-captcha', ...message }, settings.portalOrigin);
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
      console.error('The captcha could not be drawn.', error);
      fail();
    }
  };
  endAfter(silenceMs, 'failed');
  document.head.append(script);
}`;
