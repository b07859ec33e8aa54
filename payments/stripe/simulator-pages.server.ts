// The pages of the simulated Stripe: the form in the frame, the same form as a page of its own, and the list of payments on
// which one does what Stripe and banks do later. All of them say what they are.
import type { FastifyReply } from 'fastify';
import { formatMoney } from '#model/money.ts';
import { fromStripeAmount } from './amounts.ts';
import { actsFor } from './simulator-acts.server.ts';
import type { SimulatedSession } from './simulator-books.server.ts';
import { cardField, escapeHtml, sendSimulatorPage } from '#kit/simulator-page.server.ts';

export interface FormPage {
  readonly session: SimulatedSession;
  /** Where the choice is posted to. */
  readonly payUrl: string;
  /** The origin of the window around the frame; undefined: it is a page of its own. */
  readonly parentOrigin: string | undefined;
}

export function sendFormPage(reply: FastifyReply, { session, payUrl, parentOrigin }: FormPage): FastifyReply {
  const back = parentOrigin === undefined && session.cancelUrl !== null;
  const settings = {
    payUrl,
    clientSecret: session.clientSecret,
    parentOrigin: parentOrigin ?? null,
    successUrl: session.successUrl?.replaceAll('{CHECKOUT_SESSION_ID}', session.id) ?? null,
  };
  return sendSimulatorPage(reply, {
    accent,
    title: 'Stripe (simulated)',
    // As in life, whichever shop has a session may show it.
    frameAncestors: parentOrigin === undefined ? "'none'" : '*',
    body: `<main><p class="note">A simulation of Stripe: no money moves, and no card is real.</p>
<h1>${escapeHtml(session.name)}</h1><p class="price">${escapeHtml(priceOf(session))}</p>
<div id="choice">${cardField}<label>Refunds of this card <select id="refunds"><option>at once</option><option>later</option><option>fail later</option></select></label>
<button id="pay" class="main">Pay</button><button id="decline">Decline</button><button id="secure">3-D Secure</button><button id="later">Pay later (bank debit)</button>
${back ? `<a href="${escapeHtml(session.cancelUrl ?? '')}">Close</a>` : '<p>To leave without paying, close the window of the shop: Stripe itself has no button for it.</p>'}</div>
<div id="bank" hidden><p>Your bank asks whether it is you.</p><button id="confirm" class="main">Confirm</button><button id="refuse">Refuse</button></div>
<p id="result" role="status"></p></main>`,
    script: `(${formScript})(${asScript(settings)});`,
  });
}

export interface ListPage {
  readonly sessions: readonly SimulatedSession[];
  readonly actUrl: string;
  readonly settingUrl: string;
  readonly paysEarly: boolean;
  /** The last notices, newest first. */
  readonly notices: readonly { readonly id: string; readonly type: string; readonly end: string }[];
}

export function sendListPage(reply: FastifyReply, page: ListPage): FastifyReply {
  const rows = page.sessions.map((session) => {
    const buttons = actsFor(session).map(
      ({ name, title }) => `<button name="act" value="${escapeHtml(name)}">${escapeHtml(title)}</button>`,
    );
    return `<tr><td>${escapeHtml(session.name)}<small>${escapeHtml(session.id)}</small></td><td>${escapeHtml(priceOf(session))}</td>
<td>${escapeHtml(stateOf(session))}</td><td><form method="post" action="${escapeHtml(page.actUrl)}"><input type="hidden" name="session" value="${escapeHtml(session.id)}">${buttons.join('')}</form></td></tr>`;
  });
  const notices = page.notices.map(
    ({ id, type, end }) => `<tr><td>${escapeHtml(type)}<small>${escapeHtml(id)}</small></td><td>${escapeHtml(end)}</td>
<td><form method="post" action="${escapeHtml(page.actUrl)}"><button name="again" value="${escapeHtml(id)}">Send again</button></form></td></tr>`,
  );
  return sendSimulatorPage(reply, {
    accent,
    title: 'Payments at Stripe (simulated)',
    frameAncestors: "'none'",
    body: `<main class="wide"><p class="note">A simulation of Stripe, as its dashboard: what the provider and banks do later.</p><h1>Payments</h1>
<table>${rows.join('') || '<tr><td>Nobody has paid anything yet.</td></tr>'}</table><h1>Notices</h1><table>${notices.join('')}</table>
<form method="post" action="${escapeHtml(page.settingUrl)}"><button name="paysEarly" value="${page.paysEarly ? 'no' : 'yes'}">${page.paysEarly ? 'Stop paying' : 'Pay'} new sessions before they are answered</button></form></main>`,
  });
}

const priceOf = ({ amount, currency }: SimulatedSession): string => {
  const { amountMinor, currency: code } = fromStripeAmount(amount, currency);
  return formatMoney({ minor: amountMinor, currency: code }, 'en');
};

function stateOf({ status, paymentStatus, intent }: SimulatedSession): string {
  const refunds = (intent?.refunds ?? []).map((refund) => `refund of ${refund.amount} ${refund.status}`);
  const disputes = (intent?.disputes ?? []).map((dispute) => `dispute ${dispute.status}`);
  return [`${status}, ${paymentStatus}`, ...refunds, ...disputes].join('; ');
}

const accent = '#635bff';

// Runs in the page. A refused card leaves everything as it was: one may try again, as at Stripe.
const formScript = `(settings) => {
  const at = (id) => document.getElementById(id);
  const tell = (name, more) => {
    if (settings.parentOrigin !== null) window.parent.postMessage({ type: 'simulated-stripe', name, ...more }, settings.parentOrigin);
  };
  const say = (text) => { at('result').textContent = text; };
  const show = (isBank) => { at('bank').hidden = !isBank; at('choice').hidden = isBank; };
  const lock = (isLocked) => { for (const button of document.querySelectorAll('button')) button.disabled = isLocked; };
  async function choose(how) {
    tell('submitted');
    lock(true);
    say('Processing…');
    const body = new URLSearchParams({ client_secret: settings.clientSecret, how, card: at('card').value, refunds: at('refunds').value });
    try {
      const response = await fetch(settings.payUrl, { method: 'POST', body, signal: AbortSignal.timeout(10000) });
      const answer = await response.json();
      if (answer.error) throw new Error(answer.error);
      say('Done.');
      if (settings.parentOrigin === null && settings.successUrl !== null) location.assign(settings.successUrl);
      tell('complete');
    } catch (error) {
      lock(false);
      show(false);
      say(error.message);
      tell('failed');
    }
  }
  at('pay').addEventListener('click', () => choose('pay'));
  at('decline').addEventListener('click', () => choose('decline'));
  at('later').addEventListener('click', () => choose('pay later'));
  at('secure').addEventListener('click', () => { tell('submitted'); show(true); at('confirm').focus(); });
  at('confirm').addEventListener('click', () => choose('pay'));
  at('refuse').addEventListener('click', () => choose('decline'));
  new ResizeObserver(() => tell('height', { height: document.documentElement.scrollHeight })).observe(document.body);
}`;

// A value as a script may hold it: no text in it can end the script.
const asScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
