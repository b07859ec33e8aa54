// The captcha page with proof of work. It sends the same messages as the widget's page (captcha-page.ts).
import { readFile } from 'node:fs/promises';
import {
  readCaptchaRequest,
  sendCaptchaPage,
  type CaptchaFrameOptions,
  type ServeCaptchaPage,
} from './captcha-frame.ts';
import type { IssueChallenge } from './proof-of-work-verifier.ts';

export interface ProofOfWorkPageOptions extends CaptchaFrameOptions {
  readonly issue: IssueChallenge;
}

export async function renderProofOfWorkPage(options: ProofOfWorkPageOptions): Promise<ServeCaptchaPage> {
  const { portalOrigin, issue } = options;
  const workerText = await readFile(new URL('find-number.js', import.meta.url), 'utf8');
  return (request, reply) => {
    const { action, theme } = readCaptchaRequest(request);
    const challenge = issue(action, request.ip);
    return sendCaptchaPage(reply, options, {
      theme,
      allows: { 'worker-src': 'blob:' },
      style: 'div{display:grid;place-items:center;height:65px}progress{width:60%}',
      body: '<div id="widget" aria-hidden="true"><progress></progress></div>',
      script: workScript,
      settings: { portalOrigin, challenge, bits: challengeBits(challenge), workerText },
    });
  };
}

function challengeBits(challenge: string): number {
  const [body = ''] = challenge.split('.');
  return (JSON.parse(Buffer.from(body, 'base64url').toString()) as [string, string, string, number])[3];
}

// The timeout is much longer than a slow phone needs, and shorter than the portal's.
const workScript = `(settings) => {
  'use strict';
  const maxMs = 120000;
  let isOver = false;
  const say = (message) => parent.postMessage({ type: 'fxid-captcha', ...message }, settings.portalOrigin);
  const worker = new Worker(URL.createObjectURL(new Blob([settings.workerText], { type: 'text/javascript' })));
  const end = (message) => {
    if (isOver) return;
    isOver = true;
    worker.terminate();
    say(message);
  };
  say({ outcome: 'size', height: document.getElementById('widget').offsetHeight });
  setTimeout(() => end({ outcome: 'failed' }), maxMs);
  worker.onerror = () => end({ outcome: 'failed' });
  worker.onmessage = ({ data }) => end({ outcome: 'passed', token: settings.challenge + '.' + data });
  worker.postMessage({ text: settings.challenge.split('.')[1], bits: settings.bits });
}`;
