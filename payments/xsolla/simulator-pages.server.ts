// The pages of the simulated Xsolla: Pay Station, in the widget's frame or by itself, and the list of payments on which one does
// what Xsolla and banks do later. All of them say what they are.
import type { FastifyReply } from 'fastify';
import { formatMoney } from '#model/money.ts';
import { actsFor, lastOf, priceMinorOf, type SimulatedToken } from './simulator-books.server.ts';
import { cardField, escapeHtml, sendSimulatorPage } from '#kit/simulator-page.server.ts';

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
  return sendSimulatorPage(reply, {
    accent,
    title: 'Xsolla Pay Station (simulated)',
    // As at Xsolla, whoever has a token may show it.
    frameAncestors: '*',
    body: `<main><p class="note">A simulation of Xsolla: no money moves, and no card is real.</p>
<h1>${escapeHtml(token.description)}</h1><p class="price">${escapeHtml(priceOf(token))}</p>
<div id="choice">${cardField}<button id="pay" class="main">Pay</button><button id="decline">Decline</button><button id="secure">3-D Secure</button><button id="later">Pay in a shop (invoice)</button><button id="close">Close</button></div>
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
  const form = (content: string) => `<form method="post" action="${escapeHtml(page.actUrl)}">${content}</form>`;
  const rows = page.tokens.map((token) => {
    const buttons = actsFor(token).map(
      ({ name, title }) => `<button name="act" value="${escapeHtml(name)}">${escapeHtml(title)}</button>`,
    );
    return `<tr><td>${escapeHtml(token.description)}<small>${escapeHtml(token.externalId)}</small></td><td>${escapeHtml(priceOf(token))}</td>
<td>${escapeHtml(stateOf(token))}</td><td>${form(`<input type="hidden" name="token" value="${escapeHtml(token.token)}">${buttons.join('')}`)}</td></tr>`;
  });
  const notices = page.notices.map(
    ({ number, kind, end }) => `<tr><td>${escapeHtml(kind)}</td><td>${escapeHtml(end)}</td>
<td>${form(`<button name="again" value="${number}">Send again</button>`)}</td></tr>`,
  );
  const later = page.refundsLater;
  return sendSimulatorPage(reply, {
    accent,
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

const accent = '#0073c4';

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
      let answer = await ask(settings.payUrl, { method: 'POST', body: new URLSearchParams({ token: settings.token, how, card: at('card').value }) });
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
