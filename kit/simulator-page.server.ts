// The HTML page of a simulated provider: shared style and content policy, no external resources.
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

interface SimulatorPage {
  readonly title: string;
  readonly accent: string;
  readonly frameAncestors: string;
  readonly body: string;
  readonly script?: string;
}

export function sendSimulatorPage(reply: FastifyReply, page: SimulatorPage): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; base-uri 'none'; frame-ancestors ${page.frameAncestors}`;
  return reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">` +
        `<title>${escapeHtml(page.title)}</title><style nonce="${nonce}">:root{--accent:${page.accent}}${style}</style></head><body>${page.body}` +
        `${page.script === undefined ? '' : `<script nonce="${nonce}">${page.script}</script>`}</body></html>`,
    );
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** The page sends the field as `card`. It may stay empty. */
export const cardFieldHtml =
  '<label>Card number (invented) <input id="card" inputmode="numeric" autocomplete="off" maxlength="23" placeholder="4242 4242 4242 4242"></label>';

/** Undefined if the card number is valid or empty. */
export function findCardProblem(card: string): string | undefined {
  const digits = card.replaceAll(' ', '');
  if (digits === '' || (/^\d{12,19}$/.test(digits) && hasCheckDigit(digits))) return undefined;
  return 'This is not a card number. Try again.';
}

function hasCheckDigit(digits: string): boolean {
  const values = Array.from(digits, Number).toReversed();
  const sum = values.reduce((total, value, place) => {
    const counted = place % 2 === 0 ? value : value * 2;
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}

const style = `:root{color-scheme:light}body{margin:0;background:#fff;color:#1b1b2f;font:16px/1.5 system-ui,sans-serif}
main{display:grid;gap:10px;max-width:420px;margin:0 auto;padding:16px}main.wide{max-width:960px}#choice,#bank{display:grid;gap:10px}[hidden]{display:none!important}
h1{font-size:18px;margin:0;overflow-wrap:anywhere}.price{font-size:26px;font-weight:700;margin:0}.note{margin:0;padding:8px 12px;border-radius:8px;background:#fff4d6;font-size:14px}
label{display:grid;gap:4px}button,select,input{box-sizing:border-box;width:100%;font:inherit;min-height:44px;padding:8px 14px;border:1px solid #80808f;border-radius:8px;background:#fff;color:inherit}button,select{cursor:pointer}td button{width:auto}
button.main{background:var(--accent);border-color:var(--accent);color:#fff;font-weight:600}button:disabled{opacity:.5}button:focus-visible,a:focus-visible{outline:3px solid #1b1b2f;outline-offset:2px}
p{margin:0}table{border-collapse:collapse;width:100%}td{padding:8px;border-bottom:1px solid #e3e3ee;vertical-align:top}td form{display:flex;flex-wrap:wrap;gap:6px}small{display:block;color:#4f4f60;overflow-wrap:anywhere}`;
