// The pages of the simulated YooKassa: the form in the widget's frame, the same form as a page of its own, and the list of payments on
// which one does what YooKassa and banks do later. All of them say what they are.
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { formatMoney } from '#model/money.ts';
import { actsFor, type SimulatedPayment } from './simulator-books.server.ts';

export interface FormPage {
  readonly payment: SimulatedPayment;
  /** Where the choice is posted to, and where the state is asked for. */
  readonly payUrl: string;
  readonly stateUrl: string;
  /** The origin of the window around the frame; undefined: it is a page of its own. */
  readonly parentOrigin: string | undefined;
}

export function sendFormPage(reply: FastifyReply, { payment, payUrl, stateUrl, parentOrigin }: FormPage): FastifyReply {
  const { token, returnUrl } = payment;
  const settings = { token, payUrl, stateUrl, parentOrigin: parentOrigin ?? null, returnUrl: returnUrl ?? null };
  return sendPage(reply, {
    title: 'YooKassa (simulated)',
    // The window around the window is the portal, at whose address the simulator is.
    frameAncestors: parentOrigin === undefined ? "'none'" : `${parentOrigin} 'self'`,
    body: `<main><p class="note">A simulation of YooKassa: no card is asked for and no money moves.</p>
<h1>${escape(payment.description)}</h1><p class="price">${escape(priceOf(payment.amountMinor))}</p>
<div id="choice"><label>Refunds of this method <select id="refunds"><option>at once</option><option>later</option></select></label>
<button id="pay" class="main">Pay</button><button id="wrong">Wrong card (try again)</button><button id="decline">Decline for good</button><button id="later">Pay later (the bank is slow)</button>
${returnUrl === undefined ? '' : `<a href="${escape(returnUrl)}">Back to the shop</a>`}</div>
<p id="result" role="status"></p></main>`,
    script: `(${formScript})(${asScript(settings)});`,
  });
}

/** What the widget's frame shows for a token that it cannot take: nothing but the code, told to the window around. */
export function sendErrorPage(reply: FastifyReply, error: string, parentOrigin: string): FastifyReply {
  const message = { type: 'simulated-yookassa', name: 'error', error };
  return sendPage(reply, {
    title: 'YooKassa (simulated)',
    frameAncestors: parentOrigin,
    body: `<main><p class="note">A simulation of YooKassa: ${escape(error)}</p></main>`,
    script: `window.parent.postMessage(${asScript(message)}, ${asScript(parentOrigin)});`,
  });
}

export interface ListPage {
  readonly payments: readonly SimulatedPayment[];
  readonly actUrl: string;
  /** The last notices, newest first. */
  readonly notices: readonly { readonly id: string; readonly event: string; readonly end: string }[];
}

export function sendListPage(reply: FastifyReply, page: ListPage): FastifyReply {
  const form = (content: string) => `<form method="post" action="${escape(page.actUrl)}">${content}</form>`;
  const rows = page.payments.map((payment) => {
    const buttons = actsFor(payment).map(
      ({ name, title }) => `<button name="act" value="${escape(name)}">${escape(title)}</button>`,
    );
    return `<tr><td>${escape(payment.description)}<small>${escape(payment.id)}</small></td><td>${escape(priceOf(payment.amountMinor))}</td>
<td>${escape(stateOf(payment))}</td><td>${form(`<input type="hidden" name="payment" value="${escape(payment.id)}">${buttons.join('')}`)}</td></tr>`;
  });
  const notices = page.notices.map(
    ({ id, event, end }) => `<tr><td>${escape(event)}<small>${escape(id)}</small></td><td>${escape(end)}</td>
<td>${form(`<button name="again" value="${escape(id)}">Send again</button>`)}</td></tr>`,
  );
  return sendPage(reply, {
    title: 'Payments at YooKassa (simulated)',
    frameAncestors: "'none'",
    body: `<main class="wide"><p class="note">A simulation of YooKassa, as its cabinet: what the provider and banks do later.</p><h1>Payments</h1>
<table>${rows.join('') || '<tr><td>Nobody has paid anything yet.</td></tr>'}</table><h1>Notices</h1><table>${notices.join('')}</table></main>`,
  });
}

const priceOf = (minor: number): string => formatMoney({ minor, currency: 'RUB' }, 'en');

function stateOf({ status, isWithBank, cancelReason, refunds }: SimulatedPayment): string {
  const state = status === 'pending' && isWithBank ? 'pending, with the bank' : status;
  const returned = refunds.map((refund) => `refund of ${priceOf(refund.amountMinor)} ${refund.status}`);
  return [cancelReason === undefined ? state : `${state} (${cancelReason})`, ...returned].join('; ');
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

const style = `:root{color-scheme:light}body{margin:0;background:#fff;color:#1f1f29;font:16px/1.5 system-ui,sans-serif}
main{display:grid;gap:10px;max-width:420px;margin:0 auto;padding:16px}main.wide{max-width:960px}#choice{display:grid;gap:10px}
h1{font-size:18px;margin:0;overflow-wrap:anywhere}.price{font-size:26px;font-weight:700;margin:0}.note{margin:0;padding:8px 12px;border-radius:8px;background:#fff4d6;font-size:14px}
button,select{font:inherit;min-height:44px;padding:8px 14px;border:1px solid #7d7d8a;border-radius:8px;background:#fff;cursor:pointer}
button.main{background:#0070f0;border-color:#0070f0;color:#fff;font-weight:600}button:disabled{opacity:.5}button:focus-visible,a:focus-visible{outline:3px solid #1f1f29;outline-offset:2px}
p{margin:0}table{border-collapse:collapse;width:100%}td{padding:8px;border-bottom:1px solid #e3e3ea;vertical-align:top}td form{display:flex;flex-wrap:wrap;gap:6px}small{display:block;color:#55555f;overflow-wrap:anywhere}`;

// Runs in the page. A wrong card leaves everything as it was: one may try again, as at YooKassa, and the widget says nothing. While
// the bank is slow the state is asked for, for ten minutes at most.
const formScript = `(settings) => {
  const at = (id) => document.getElementById(id);
  const tell = (name, more) => {
    if (settings.parentOrigin !== null) window.parent.postMessage({ type: 'simulated-yookassa', name, ...more }, settings.parentOrigin);
  };
  const say = (text) => { at('result').textContent = text; };
  const lock = (isLocked) => { for (const button of document.querySelectorAll('button')) button.disabled = isLocked; };
  const ask = async (address, body) => {
    const response = await fetch(address, { method: 'POST', body, signal: AbortSignal.timeout(10000) });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer.status;
  };
  function end(status) {
    if (status === 'pending') return false;
    say(status === 'canceled' ? 'The payment has failed.' : 'Done.');
    tell(status === 'canceled' ? 'fail' : 'success');
    if (settings.parentOrigin === null && settings.returnUrl !== null) location.assign(settings.returnUrl);
    return true;
  }
  async function waitForBank() {
    for (let tries = 0; tries < 300; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      if (end(await ask(settings.stateUrl, new URLSearchParams({ token: settings.token })))) return;
    }
    say('The bank has not answered.');
  }
  async function choose(how) {
    lock(true);
    say('Processing…');
    try {
      const body = new URLSearchParams({ token: settings.token, how, refunds: at('refunds').value });
      if (end(await ask(settings.payUrl, body))) return;
      say('Your bank will tell later.');
      await waitForBank();
    } catch (error) {
      lock(false);
      say(error.message);
    }
  }
  at('pay').addEventListener('click', () => choose('pay'));
  at('wrong').addEventListener('click', () => say('This card was declined. Try another.'));
  at('decline').addEventListener('click', () => choose('decline'));
  at('later').addEventListener('click', () => choose('pay later'));
  new ResizeObserver(() => tell('height', { height: document.documentElement.scrollHeight })).observe(document.body);
}`;

// A value as a script may hold it: no text in it can end the script.
const asScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
