// The Bot API. Only Telegram's own 400 to this very request is a no. The token is in the address: no message may hold that. What is
// in the bot's books is every Star that came or went, oldest first, a hundred at a time and by position only. What began at a time
// is found by halving, so that a bot with a million payments is asked some thirty times and not ten thousand.
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { askVendor, type VendorReply } from '#kit/ask-vendor.server.ts';
import { expectShape } from '#kit/read-json.server.ts';
import type { PaymentHost } from '#model/payment-verbs.server.ts';
import type { telegram } from './platform.ts';

export type Host = PaymentHost<Static<typeof telegram.settings>>;

/** Refused with Telegram's word for it, such as `Bad Request: CHARGE_ALREADY_REFUNDED`. */
export async function askTelegram<S extends TSchema>(
  method: 'createInvoiceLink' | 'refundStarPayment' | 'getStarTransactions',
  parameters: object,
  result: S,
  host: Host,
): Promise<VendorReply<Static<S>>> {
  const { ApiBase = 'https://api.telegram.org', BotToken, IsTest = false } = host.settings;
  const reply = await askVendor(host, {
    vendor: 'Telegram',
    subject: method,
    url: `${ApiBase}/bot${BotToken}/${IsTest ? 'test/' : ''}${method}`,
    method: 'POST',
    json: parameters,
    // Reading the books takes several calls, and all of them together have fifteen seconds.
    timeoutMs: 5_000,
    answer: Type.Object({ ok: Type.Literal(true), result: Type.Unknown() }),
    readRefusal: (status, body) =>
      status === 400 && Value.Check(Fault, body) ? `Telegram refused: ${body.description.slice(0, 200)}` : undefined,
    remedies: {
      401: 'Is BotToken right?',
      404: 'Is BotToken right, and IsTest?',
      429: 'It wants to be asked less often.',
    },
  });
  if (reply.outcome === 'refused') return reply;
  return { outcome: 'answered', answer: expectShape(result, reply.answer.result, 'Telegram', method) };
}

const Fault = Type.Object({ ok: Type.Literal(false), error_code: Type.Literal(400), description: Type.String() });

export const stars = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
export const chargeId = Type.String({ minLength: 1, maxLength: 150 });
export const User = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  language_code: Type.Optional(Type.String()),
});

// Whoever pays us is a user; of others (advertisements, Fragment) we need nothing.
const Partner = Type.Object({
  type: Type.String(),
  user: Type.Optional(User),
  invoice_payload: Type.Optional(Type.String()),
});

/** `source`: it came in. `receiver`: it went out. A refund has the id of the payment that it gives back. */
const StarTransaction = Type.Object({
  id: chargeId,
  amount: stars,
  date: Type.Integer(),
  source: Type.Optional(Partner),
  receiver: Type.Optional(Partner),
});
export type StarTransaction = Static<typeof StarTransaction>;

const StarTransactions = Type.Object({ transactions: Type.Array(StarTransaction) });

/** All of them, or it throws. */
export async function readTransactionsSince(since: Date, host: Host): Promise<readonly StarTransaction[]> {
  // Telegram's seconds, and a minute for its clock.
  const sinceS = since.getTime() / 1000 - 60;
  const found: StarTransaction[] = [];
  let offset = await findOffset(sinceS, host);
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await readPage(offset, pageSize, host);
    found.push(...page.filter(({ date }) => date >= sinceS));
    if (page.length < pageSize) return found;
    offset += page.length;
  }
  throw new Error(`Telegram's books have more than ${mostPages * pageSize} transactions since ${since.toISOString()}.`);
}

const pageSize = 100;
const mostPages = 40;

/** A position at or a little before the first transaction of that time. */
async function findOffset(sinceS: number, host: Host): Promise<number> {
  const isBefore = async (offset: number): Promise<boolean> => {
    const [first] = await readPage(offset, 1, host);
    return first !== undefined && first.date < sinceS;
  };
  let [before, after] = [0, pageSize];
  while (await isBefore(after)) [before, after] = [after, after * 2];
  while (after - before > pageSize) {
    const middle = Math.floor((before + after) / 2);
    if (await isBefore(middle)) before = middle;
    else after = middle;
  }
  return before;
}

async function readPage(offset: number, limit: number, host: Host): Promise<readonly StarTransaction[]> {
  const reply = await askTelegram('getStarTransactions', { offset, limit }, StarTransactions, host);
  if (reply.outcome === 'refused') throw new Error(`Telegram does not show its books: ${reply.reason}`);
  const { transactions } = reply.answer;
  if (transactions.some(({ date }, at) => date < (transactions[at - 1]?.date ?? 0)))
    throw new Error('Telegram lists Stars in another order than the oldest first. See the README.');
  return transactions;
}
