// The page in the frame of the robot check where a browser works for it: no script of others, nothing to click. It speaks to the
// portal as the page of the widget does (robot-check-page.ts). The work is done in a worker, so that the page stays alive.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { scriptText } from '#server/http/script-text.ts';
import { readCheckRequest, type RobotCheckPageOptions, type SendRobotCheckPage } from './robot-check-page.ts';
import type { IssueWork } from './work-check.ts';

export type WorkPageOptions = Pick<RobotCheckPageOptions, 'portalOrigin' | 'headers'> & { readonly issue: IssueWork };

export async function workPage({ portalOrigin, headers, issue }: WorkPageOptions): Promise<SendRobotCheckPage> {
  const workerText = await readFile(new URL('find-number.js', import.meta.url), 'utf8');
  return (request, reply) => {
    const { action, theme } = readCheckRequest(request);
    const nonce = randomBytes(16).toString('base64');
    const challenge = issue(action, request.ip);
    const bits = challengeBits(challenge);
    return reply
      .headers({
        ...headers,
        'content-security-policy': policyOf(nonce, portalOrigin),
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      })
      .type('text/html; charset=utf-8')
      .send(pageText(nonce, theme, scriptText({ portalOrigin, challenge, bits, workerText })));
  };
}

/** As the challenge itself says, which its reader goes by. */
function challengeBits(challenge: string): number {
  const [body = ''] = challenge.split('.');
  return (JSON.parse(Buffer.from(body, 'base64url').toString()) as [string, string, string, number])[3];
}

function policyOf(nonce: string, portalOrigin: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    'worker-src blob:',
    'img-src data:',
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
<style nonce="${nonce}">html,body{margin:0;background:none}body{overflow:hidden}div{display:grid;place-items:center;height:65px}progress{width:60%}</style>
</head>
<body>
<div id="widget" aria-hidden="true"><progress></progress></div>
<script nonce="${nonce}">(${workScript})(${settings});</script>
</body>
</html>`;

// Much longer than a slow phone needs, and shorter than the portal waits.
const workScript = `(settings) => {
  'use strict';
  const longestMs = 120000;
  let isOver = false;
  const say = (message) => parent.postMessage({ type: 'fxid-robot-check', ...message }, settings.portalOrigin);
  const worker = new Worker(URL.createObjectURL(new Blob([settings.workerText], { type: 'text/javascript' })));
  const end = (message) => {
    if (isOver) return;
    isOver = true;
    worker.terminate();
    say(message);
  };
  say({ outcome: 'size', height: document.getElementById('widget').offsetHeight });
  setTimeout(() => end({ outcome: 'failed' }), longestMs);
  worker.onerror = () => end({ outcome: 'failed' });
  worker.onmessage = ({ data }) => end({ outcome: 'passed', token: settings.challenge + '.' + data });
  worker.postMessage({ text: settings.challenge.split('.')[1], bits: settings.bits });
}`;
