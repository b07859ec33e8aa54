// The pages of the simulated Xsolla: Pay Station, in the widget's frame or by itself, and the list of payments on which one does
// what Xsolla and banks do later. All of them say what they are.
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { formatMoney } from '#model/money.ts';
import { actsFor, lastOf, priceMinorOf, type SimulatedToken } from './simulator-books.server.ts';

export interface PayPage {
  readonly token: SimulatedToken;
  readonly payUrl: string;
  readonly statusUrl: string;
}

export function sendPayPage(reply: FastifyReply, { token, payUrl, statusUrl }: PayPage): FastifyReply {
  const settings = {
    payUrl,
    statusUrl,
    token: token.token,
    userId: token.userId,
    country: token.country,
    returnUrl: token.returnUrl ?? null,
  };
  return sendPage(reply, {
    title: 'Xsolla Pay Station (simulated)',
    // As at Xsolla, whoever has a token may show it.
    frameAncestors: '*',
    body: `<main><p class="note">A simulation of Xsolla: no card is asked for and no money moves.</p>
<h1>${escape(token.description)}</h1><p class="price">${escape(priceOf(token))}</p>
<div id="choice"><button id="pay" class="main">Pay</button><button id="decline">Decline</button><button id="secure">3-D Secure</button><button id="later">Pay in a shop (invoice)</button><button id="close">Close</button></div>
<div id="bank" hidden><p>Your bank asks whether it is you.</p><button id="confirm" class="main">Confirm</button><button id="refuse">Refuse</button></div>
<p id="result" role="status"></p></main>`,
    script: `(${payScript})(${asScript(settings)});`,
  });
}

export interface ListPage {
  readonly tokens: readonly SimulatedToken[];
  readonly actUrl: string;
  readonly refundsLater: boolean;
  /** The last notices, newest first. */
  readonly notices: readonly { readonly number: number; readonly kind: string; readonly end: string }[];
}

export function sendListPage(reply: FastifyReply, page: ListPage): FastifyReply {
  const form = (content: string) => `<form method="post" action="${escape(page.actUrl)}">${content}</form>`;
  const rows = page.tokens.map((token) => {
    const buttons = actsFor(token).map(
      ({ name, title }) => `<button name="act" value="${escape(name)}">${escape(title)}</button>`,
    );
    return `<tr><td>${escape(token.description)}<small>${escape(token.externalId)}</small></td><td>${escape(priceOf(token))}</td>
<td>${escape(stateOf(token))}</td><td>${form(`<input type="hidden" name="token" value="${escape(token.token)}">${buttons.join('')}`)}</td></tr>`;
  });
  const notices = page.notices.map(
    ({ number, kind, end }) => `<tr><td>${escape(kind)}</td><td>${escape(end)}</td>
<td>${form(`<button name="again" value="${number}">Send again</button>`)}</td></tr>`,
  );
  const later = page.refundsLater;
  return sendPage(reply, {
    title: 'Payments at Xsolla (simulated)',
    frameAncestors: "'none'",
    body: `<main class="wide"><p class="note">A simulation of Xsolla, as its Publisher Account: what the provider and banks do later.</p><h1>Payments</h1>
<table>${rows.join('') || '<tr><td>Nobody has opened anything yet.</td></tr>'}</table><h1>Notices</h1><table>${notices.join('')}</table>
${form(`<button name="refundsLater" value="${later ? 'no' : 'yes'}">${later ? 'Send refunds at once' : 'Take refunds on, and send them later'}</button>`)}</main>`,
  });
}

const priceOf = (token: SimulatedToken): string =>
  formatMoney({ minor: priceMinorOf(token), currency: token.currency }, 'en');

function stateOf(token: SimulatedToken): string {
  const last = lastOf(token);
  if (!last) return 'not paid';
  const parts = last.partsMinor > 0 ? [`${last.partsMinor} minor units went back`] : [];
  return [`${last.id} ${last.status}`, ...parts, ...(last.isDisputed ? ['disputed'] : [])].join('; ');
}

interface Page {
  readonly title: string;
  readonly frameAncestors: string;
  readonly body: string;
  readonly script?: string;
}

function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; base-uri 'none'; frame-ancestors ${page.frameAncestors}`;
  return reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">` +
        `<title>${escape(page.title)}</title><style nonce="${nonce}">${style}</style></head><body>${page.body}` +
        `${page.script === undefined ? '' : `<script nonce="${nonce}">${page.script}</script>`}</body></html>`,
    );
}

const style = `:root{color-scheme:light}body{margin:0;background:#fff;color:#1b1b2f;font:16px/1.5 system-ui,sans-serif}
main{display:grid;gap:10px;max-width:420px;margin:0 auto;padding:16px}main.wide{max-width:960px}#choice,#bank{display:grid;gap:10px}[hidden]{display:none!important}
h1{font-size:18px;margin:0;overflow-wrap:anywhere}.price{font-size:26px;font-weight:700;margin:0}.note{margin:0;padding:8px 12px;border-radius:8px;background:#fff4d6;font-size:14px}
button{font:inherit;min-height:44px;padding:8px 14px;border:1px solid #80808f;border-radius:8px;background:#fff;color:inherit;cursor:pointer}
button.main{background:#0073c4;border-color:#0073c4;color:#fff;font-weight:600}button:disabled{opacity:.5}button:focus-visible{outline:3px solid #1b1b2f;outline-offset:2px}
p{margin:0}table{border-collapse:collapse;width:100%}td{padding:8px;border-bottom:1px solid #e3e3ee;vertical-align:top}td form{display:flex;flex-wrap:wrap;gap:6px}small{display:block;color:#4f4f60;overflow-wrap:anywhere}`;

// Runs in the page. It speaks with the widget around it as Pay Station does: JSON texts, to whoever shows it; nothing in them is
// secret. Paid is `delivering` until the shop has taken the notice, then `done`, or `troubled` where it has not.
const payScript = `(settings) => {
  const at = (id) => document.getElementById(id);
  const isFramed = window.parent !== window;
  const tell = (command, data = {}) => { if (isFramed) window.parent.postMessage(JSON.stringify({ command, data }), '*'); };
  const say = (text) => { at('result').textContent = text; };
  const show = (isBank) => { at('bank').hidden = !isBank; at('choice').hidden = isBank; };
  const lock = (isLocked) => { for (const button of document.querySelectorAll('button')) button.disabled = isLocked; };
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const leave = () => { if (!isFramed && settings.returnUrl !== null) location.assign(settings.returnUrl); };
  const tellStatus = ({ status, invoice }) => tell('status', { paymentInfo: { status, invoice, userId: settings.userId } });
  async function ask(address, options) {
    const response = await fetch(address, { ...options, signal: AbortSignal.timeout(20000) });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
  }
  async function choose(how) {
    lock(true);
    say('Processing…');
    try {
      let answer = await ask(settings.payUrl, { method: 'POST', body: new URLSearchParams({ token: settings.token, how }) });
      tellStatus(answer);
      for (let tries = 0; answer.status === 'delivering' && tries < 60; tries += 1) {
        await pause(250);
        answer = await ask(settings.statusUrl + '?' + new URLSearchParams({ token: settings.token }));
        if (answer.status !== 'delivering') tellStatus(answer);
      }
      at('close').disabled = false;
      show(false);
      say({ invoice: 'Here is your invoice. Pay it in a shop.', done: 'Done.', troubled: 'Paid, and the shop does not answer.' }[answer.status] ?? 'Paid.');
      if (answer.status === 'done') leave();
    } catch (error) {
      lock(false);
      show(false);
      say(error.message);
    }
  }
  at('pay').addEventListener('click', () => choose('pay'));
  at('decline').addEventListener('click', () => choose('decline'));
  at('later').addEventListener('click', () => choose('pay later'));
  at('close').addEventListener('click', () => { tell('close'); leave(); });
  at('secure').addEventListener('click', () => { show(true); at('confirm').focus(); });
  at('confirm').addEventListener('click', () => choose('pay'));
  at('refuse').addEventListener('click', () => choose('decline'));
  tell('fcp');
  tell('widget-detection');
  tell('user-country', { user_country: settings.country });
  new ResizeObserver(() => tell('dimensions', { dimensions: { width: 460, height: document.documentElement.offsetHeight } })).observe(document.body);
}`;

// A value as a script may hold it: no text in it can end the script.
const asScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
