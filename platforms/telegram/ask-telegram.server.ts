// The Bot API: JSON over our one door for outgoing requests. Only Telegram's own 400 to this very request is a no; after anything
// else (no answer, 429, a 5xx, nonsense, a wrong token) nobody knows, and the same is asked again. The token is in the address:
// no message may hold that.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { PaymentHost } from '#model/payment-verbs.server.ts';
import type { telegram } from './platform.ts';

export type Host = PaymentHost<Static<typeof telegram.settings>>;

export type Asked =
  | { readonly outcome: 'answered'; readonly result: unknown }
  /** `description` is Telegram's word for it, such as `Bad Request: CHARGE_ALREADY_REFUNDED`. */
  | { readonly outcome: 'refused'; readonly description: string };

export type Method = 'createInvoiceLink' | 'refundStarPayment' | 'getStarTransactions';

export async function askTelegram(method: Method, parameters: object, host: Host): Promise<Asked> {
  const { ApiBase = apiUrl, BotToken, IsTest = false } = host.settings;
  const { status, body } = await host.fetch(`${ApiBase}/bot${BotToken}/${IsTest ? 'test/' : ''}${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(parameters),
    timeoutMs,
  });
  const answer = parse(body, method);
  if (status === 200 && Value.Check(Answer, answer)) return { outcome: 'answered', result: answer.result };
  if (status === 400 && Value.Check(Fault, answer))
    return { outcome: 'refused', description: answer.description.slice(0, 200) };
  throw new Error(`Telegram answered ${status} to ${method}.${remedies[status] ?? ''}`);
}

const apiUrl = 'https://api.telegram.org';
// Looking through the books takes several calls, and all of them together have fifteen seconds.
const timeoutMs = 5_000;

const Answer = Type.Object({ ok: Type.Literal(true), result: Type.Unknown() });
const Fault = Type.Object({ ok: Type.Literal(false), error_code: Type.Literal(400), description: Type.String() });

const remedies: Readonly<Record<number, string>> = {
  401: ' Is BotToken right?',
  404: ' Is BotToken right, and IsTest?',
  429: ' It wants to be asked less often.',
};

function parse(body: Buffer, method: Method): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new Error(`Telegram answered ${method} with something that is no JSON.`, { cause });
  }
}
