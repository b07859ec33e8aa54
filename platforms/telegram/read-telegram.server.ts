// The bot's books: every Star that came or went, oldest first, a hundred at a time and by position only. What began at a time is
// found by halving, so that a bot with a million payments is asked some thirty times and not ten thousand.
import type { PaymentFact } from '#model/payment-fact.ts';
import type { KnownAttempt, Reading, Span } from '#model/payment-verbs.server.ts';
import { askTelegram, type Host } from './ask-telegram.server.ts';
import { transactionFact } from './facts.server.ts';
import { expectShape, StarTransactions, type StarTransaction } from './objects.server.ts';

/** An invoice has no end of its own: whether it may still be paid is decided when Telegram asks. */
export async function readTelegram({ attemptId, createdAt }: KnownAttempt, host: Host): Promise<Reading> {
  const facts = factsIn(await transactionsSince(createdAt, host), host);
  return { facts: facts.filter((fact) => fact.attemptId === attemptId), isOver: false };
}

export async function listTelegram({ from, to }: Span, host: Host): Promise<readonly PaymentFact[]> {
  const found = await transactionsSince(from, host);
  return factsIn(
    found.filter(({ date }) => date * 1000 <= to.getTime()),
    host,
  );
}

/** Who has paid a charge; undefined where the books do not tell. */
export async function payerOf(chargeId: string, since: Date, host: Host): Promise<number | undefined> {
  const found = await transactionsSince(since, host);
  return found.find(({ id, source }) => id === chargeId && source?.user)?.source?.user?.id;
}

const factsIn = (transactions: readonly StarTransaction[], { settings }: Host): PaymentFact[] =>
  transactions.flatMap((each) => transactionFact(each, settings.IsTest ?? false) ?? []);

/** All of them, or it throws. */
async function transactionsSince(since: Date, host: Host): Promise<readonly StarTransaction[]> {
  // Telegram's seconds, and a minute for its clock.
  const sinceS = since.getTime() / 1000 - 60;
  const found: StarTransaction[] = [];
  let offset = await firstSince(sinceS, host);
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
async function firstSince(sinceS: number, host: Host): Promise<number> {
  const isBefore = async (offset: number): Promise<boolean> => {
    const [at] = await readPage(offset, 1, host);
    return at !== undefined && at.date < sinceS;
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
  const asked = await askTelegram('getStarTransactions', { offset, limit }, host);
  if (asked.outcome === 'refused') throw new Error(`Telegram does not show its books: ${asked.description}`);
  const { transactions } = expectShape(StarTransactions, asked.result, 'Stars');
  if (transactions.some(({ date }, at) => date < (transactions[at - 1]?.date ?? 0)))
    throw new Error('Telegram lists Stars in another order than the oldest first. See the README.');
  return transactions;
}
