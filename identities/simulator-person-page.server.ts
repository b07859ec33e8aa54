// The page of a simulated vendor on which the developer picks or invents a person.
import { hash, randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { SimulatedPerson } from './simulator-port.server.ts';

export interface PersonPageOptions {
  readonly vendor: string;
  readonly colour: string;
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
}

export const simulatedPeople: readonly SimulatedPerson[] = [
  { id: '1080001', name: 'Grace Hopper', email: 'grace@vendors.example' },
  { id: '1080002', name: 'Аня Ковальчук', email: 'anya@vendors.example' },
  { id: '1080003', name: 'سارا رضایی', email: 'sara@vendors.example' },
];

export function sendPersonPickerPage(reply: FastifyReply, page: PersonPageOptions): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`;
  return reply
    .headers({ 'content-security-policy': policy, 'cross-origin-opener-policy': 'unsafe-none' })
    .type('text/html; charset=utf-8')
    .send(pageText(page, nonce));
}

/** Undefined if the developer pressed cancel. The same invented address always gives the same id. */
export function readChosenPerson(form: Readonly<Record<string, unknown>>): SimulatedPerson | undefined {
  const known = simulatedPeople.find(({ id }) => id === form['person']);
  if (known) return known;
  if (form['person'] !== 'invented') return undefined;
  const email = textOf(form['email']) || 'somebody@vendors.example';
  const id = String(Number.parseInt(hash('sha256', email.toLowerCase(), 'hex').slice(0, 12), 16));
  return { id, name: textOf(form['name']) || 'Somebody', email };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 200) : '');

function pageText({ vendor, colour, action, hidden }: PersonPageOptions, nonce: string): string {
  const carried = Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('');
  const people = simulatedPeople
    .map(
      ({ id, name, email }) =>
        `<button name="person" value="${escape(id)}"><b>${escape(name)}</b><span>${escape(email)}</span></button>`,
    )
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(vendor)} (simulated)</title><style nonce="${nonce}">
:root{color-scheme:light}body{margin:0;background:#f4f5f8;color:#1b1e27;font:16px/1.5 system-ui,sans-serif}
header{background:${escape(colour)};color:#fff;padding:20px 24px;font-size:20px;font-weight:700}
header small{display:block;font-weight:400;font-size:14px}
form{display:grid;gap:12px;max-width:420px;margin:24px auto;padding:0 20px}
button{display:grid;text-align:start;gap:2px;font:inherit;padding:12px 16px;border:1px solid #c5cad8;border-radius:10px;background:#fff;cursor:pointer}
button:hover,button:focus-visible{border-color:${escape(colour)};outline:2px solid ${escape(colour)}}
button span{color:#596075}label{display:grid;gap:4px}input{font:inherit;padding:10px;border:1px solid #8b92a5;border-radius:8px}
h2{font-size:16px;margin:12px 0 0}.cancel{justify-self:start;border:0;background:none;text-decoration:underline}
</style></head><body><header>${escape(vendor)}<small>A simulation for development: nothing leaves this machine.</small></header>
<form method="post" action="${escape(action)}">${carried}<h2>Continue as</h2>${people}</form>
<form method="post" action="${escape(action)}">${carried}<h2>Or invent somebody</h2>
<label>Name<input name="name" value="Somebody" maxlength="80"></label>
<label>E-mail<input name="email" type="email" value="somebody@vendors.example" maxlength="200"></label>
<button name="person" value="invented"><b>Continue</b></button>
<button class="cancel" name="person" value="none" formnovalidate>Cancel</button></form></body></html>`;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
