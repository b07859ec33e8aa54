// The payment page of a simulated provider, framed or standalone. The simulator replies with `error` if the buyer may
// try again, `isWaiting` while the bank has not responded, and `isOver` when a standalone page may return to the shop.
import type { FastifyReply } from 'fastify';
import { cardFieldHtml, escapeHtml, sendSimulatorPage } from '#kit/simulator-page.server.ts';

export interface PayPageReply {
  readonly status: string;
  readonly text?: string;
  readonly error?: string;
  readonly isWaiting?: boolean;
  readonly isOver?: boolean;
}

export interface PayPageOptions {
  readonly provider: string;
  readonly accent: string;
  readonly name: string;
  readonly price: string;
  readonly token: string;
  readonly payUrl: string;
  readonly choices: Readonly<Record<string, string>>;
  readonly hasBank?: boolean;
  /** Choices for how soon later refunds are made. */
  readonly refunds?: readonly string[];
  /** The origin of the page around the frame; `*` allows any. Undefined for a standalone page. */
  readonly parentOrigin: string | undefined;
  readonly returnUrl?: string | undefined;
  /** A standalone page sends a buyer who does not pay to this address. */
  readonly exitUrl?: string | undefined;
  readonly canClose?: boolean;
  /** A script `(name, detail, settings) => void` that reports events in the provider's format. */
  readonly tell?: string;
}

export function sendPayPage(reply: FastifyReply, page: PayPageOptions): FastifyReply {
  const { provider, accent, token, payUrl, parentOrigin = null, returnUrl = null, choices, refunds = [] } = page;
  const [first = ''] = Object.keys(choices);
  const buttons = Object.entries(choices).map(
    ([how, title]) => `<button data-how="${how}"${how === first ? ' class="main"' : ''}>${escapeHtml(title)}</button>`,
  );
  const options = refunds.map((name) => `<option>${escapeHtml(name)}</option>`).join('');
  const choice =
    cardFieldHtml +
    (options && `<label>Refunds of this method <select id="refunds">${options}</select></label>`) +
    buttons.join('') +
    (page.hasBank ? '<button id="secure">3-D Secure</button>' : '') +
    (page.canClose ? '<button id="close">Close</button>' : '') +
    (page.exitUrl === undefined ? '' : `<a href="${escapeHtml(page.exitUrl)}">Back to the shop</a>`);
  return sendSimulatorPage(reply, {
    accent,
    title: `${provider} (simulated)`,
    // As with the real provider, anyone with a token may show the page.
    frameAncestors: parentOrigin === null ? "'none'" : '*',
    body: `<main><p class="note">A simulation of ${provider}: no money moves, and no card is real.</p>
<h1>${escapeHtml(page.name)}</h1><p class="price">${escapeHtml(page.price)}</p><div id="choice">${choice}</div>
<div id="bank" hidden><p>Your bank asks whether it is you.</p><button data-how="pay" id="confirm" class="main">Confirm</button><button data-how="decline">Refuse</button></div>
<p id="result" role="status"></p></main>`,
    script: `(${payScript})(${toScriptLiteral({ token, payUrl, parentOrigin, returnUrl })}, ${page.tell ?? tellScript});`,
  });
}

/** No text in the value can end the script. */
export const toScriptLiteral = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const tellScript = `(name, detail, { parentOrigin }) => {
  if (parentOrigin !== null) window.parent.postMessage({ type: 'simulated-payment', name, ...detail }, parentOrigin);
}`;

// Runs in the page. Polls for ten minutes at most.
const payScript = `(settings, send) => {
  const at = (id) => document.getElementById(id);
  const tell = (name, detail = {}) => send(name, detail, settings);
  const say = (text) => { at('result').textContent = text; };
  const show = (isBank) => { at('bank').hidden = !isBank; at('choice').hidden = isBank; };
  const lock = (isLocked) => { for (const button of document.querySelectorAll('button')) button.disabled = isLocked; };
  const leave = () => { if (window.parent === window && settings.returnUrl !== null) location.assign(settings.returnUrl); };
  async function ask(how) {
    // The card is sent once, with the choice.
    const chosen = how === 'wait' ? {} : { card: at('card').value, refunds: at('refunds')?.value ?? '' };
    const fields = { token: settings.token, how, ...chosen };
    const response = await fetch(settings.payUrl, { method: 'POST', body: new URLSearchParams(fields), signal: AbortSignal.timeout(20000) });
    const answer = await response.json();
    if (answer.error) throw new Error(answer.error);
    return answer;
  }
  async function choose(how) {
    tell('submitted');
    lock(true);
    say('Processing…');
    try {
      let answer = await ask(how);
      tell('status', answer);
      for (let tries = 0; answer.isWaiting && tries < 1200; tries += 1) {
        say(answer.text);
        await new Promise((resolve) => setTimeout(resolve, 500));
        const { status } = answer;
        answer = await ask('wait');
        if (answer.status !== status) tell('status', answer);
      }
      show(false);
      say(answer.text ?? 'Done.');
      if (at('close')) at('close').disabled = false;
      if (answer.isOver) leave();
    } catch (error) {
      lock(false);
      show(false);
      say(error.message);
      tell('failed');
    }
  }
  for (const button of document.querySelectorAll('[data-how]')) button.addEventListener('click', () => choose(button.dataset.how));
  at('secure')?.addEventListener('click', () => { tell('submitted'); show(true); at('confirm').focus(); });
  at('close')?.addEventListener('click', () => { tell('closed'); leave(); });
  tell('ready');
  new ResizeObserver(() => tell('height', { height: document.documentElement.scrollHeight })).observe(document.body);
}`;
