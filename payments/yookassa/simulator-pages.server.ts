// The pages of the simulated YooKassa: the form in the widget's frame, the same form as a page of its own, and the list of payments on
// which one does what YooKassa and banks do later. All of them say what they are.
import type { FastifyReply } from 'fastify';
import { formatMoney } from '#model/money.ts';
import { actsFor, type SimulatedPayment } from './simulator-books.server.ts';
import { cardField, escapeHtml, sendSimulatorPage } from '#kit/simulator-page.server.ts';

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
  return sendSimulatorPage(reply, {
    accent,
    title: 'YooKassa (simulated)',
    // As in life, whichever shop has a session may show it.
    frameAncestors: parentOrigin === undefined ? "'none'" : '*',
    body: `<main><p class="note">A simulation of YooKassa: no money moves, and no card is real.</p>
<h1>${escapeHtml(payment.description)}</h1><p class="price">${escapeHtml(priceOf(payment.amountMinor))}</p>
<div id="choice">${cardField}<label>Refunds of this method <select id="refunds"><option>at once</option><option>later</option></select></label>
<button id="pay" class="main">Pay</button><button id="wrong">Wrong card (try again)</button><button id="decline">Decline for good</button><button id="later">Pay later (the bank is slow)</button>
${returnUrl === undefined ? '' : `<a href="${escapeHtml(returnUrl)}">Back to the shop</a>`}</div>
<p id="result" role="status"></p></main>`,
    script: `(${formScript})(${asScript(settings)});`,
  });
}

/** What the widget's frame shows for a token that it cannot take: nothing but the code, told to the window around. */
export function sendErrorPage(reply: FastifyReply, error: string, parentOrigin: string): FastifyReply {
  const message = { type: 'simulated-yookassa', name: 'error', error };
  return sendSimulatorPage(reply, {
    accent,
    title: 'YooKassa (simulated)',
    frameAncestors: '*',
    body: `<main><p class="note">A simulation of YooKassa: ${escapeHtml(error)}</p></main>`,
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
  const form = (content: string) => `<form method="post" action="${escapeHtml(page.actUrl)}">${content}</form>`;
  const rows = page.payments.map((payment) => {
    const buttons = actsFor(payment).map(
      ({ name, title }) => `<button name="act" value="${escapeHtml(name)}">${escapeHtml(title)}</button>`,
    );
    return `<tr><td>${escapeHtml(payment.description)}<small>${escapeHtml(payment.id)}</small></td><td>${escapeHtml(priceOf(payment.amountMinor))}</td>
<td>${escapeHtml(stateOf(payment))}</td><td>${form(`<input type="hidden" name="payment" value="${escapeHtml(payment.id)}">${buttons.join('')}`)}</td></tr>`;
  });
  const notices = page.notices.map(
    ({
      id,
      event,
      end,
    }) => `<tr><td>${escapeHtml(event)}<small>${escapeHtml(id)}</small></td><td>${escapeHtml(end)}</td>
<td>${form(`<button name="again" value="${escapeHtml(id)}">Send again</button>`)}</td></tr>`,
  );
  return sendSimulatorPage(reply, {
    accent,
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

const accent = '#0070f0';

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
      const body = new URLSearchParams({ token: settings.token, how, card: at('card').value, refunds: at('refunds').value });
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
