import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

export function sendSignInReplyPage(reply: FastifyReply, message: object, portalOrigin: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return sendPage(reply, nonce, {
    frameAncestors: "'none'",
    title: 'VK ID (simulated)',
    style: 'body{margin:24px;font:16px/1.5 system-ui,sans-serif}',
    body: '<p>You can close this window.</p>',
    script: `if (window.opener) window.opener.postMessage(${asScript(message)}, ${asScript(portalOrigin)});
      else document.querySelector('p').textContent = 'No window is waiting for this answer. Start again from the portal.';`,
  });
}

export interface OneTapPageOptions {
  readonly person: string;
  /** The reply to a click on the person. Undefined if the frame knows no person. */
  readonly login: object | undefined;
  readonly uuid: string;
  readonly portalOrigin: string;
}

export function sendOneTapPage(reply: FastifyReply, page: OneTapPageOptions): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const known = `<button id="known">Continue as ${escape(page.person)}</button>`;
  return sendPage(reply, nonce, {
    frameAncestors: page.portalOrigin,
    title: 'VK ID One Tap (simulated)',
    style: `html,body{margin:0;height:100%}body{display:flex;font:500 16px/1.2 system-ui,sans-serif;border-radius:8px;overflow:hidden}
      button{flex:1;border:0;background:#0062d6;color:#fff;font:inherit;cursor:pointer}#another{flex:0 0 auto;padding:0 16px;background:#0053b8}
      button:focus-visible{outline:3px solid #fff;outline-offset:-6px}`,
    body: `${page.login ? known : ''}<button id="another">Another account</button>`,
    script: `const tell = (handler, params) =>
        window.parent.postMessage({ type: 'vk-sak-sdk', handler, params }, ${asScript(page.portalOrigin)});
      const on = (id, handler, params) => document.getElementById(id)?.addEventListener('click', () => tell(handler, params));
      on('known', 'onetap: success login', ${asScript(page.login ?? {})});
      on('another', 'onetap: show full auth', ${asScript({ uuid: page.uuid })});
      tell('common: load', {});`,
  });
}

interface Page {
  readonly frameAncestors: string;
  readonly title: string;
  readonly style: string;
  readonly body: string;
  readonly script: string;
}

function sendPage(reply: FastifyReply, nonce: string, page: Page): FastifyReply {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors ${page.frameAncestors}`;
  return reply
    .headers({
      'content-security-policy': policy,
      // The opener must stay reachable, and the reply must not be cached.
      'cross-origin-opener-policy': 'unsafe-none',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(page.title)}</title>` +
        `<style nonce="${nonce}">${page.style}</style></head><body>${page.body}` +
        `<script nonce="${nonce}">${page.script}</script></body></html>`,
    );
}

// No text in the value can end the script.
const asScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
