// Which accounts at providers do not open payments at the moment, so that buyers need not wait for them: a circuit breaker for each.
//
// - Three attempts in a row that could not be opened within five minutes, on whichever node, open it: the account is passed over for a
//   minute. One attempt counts once, however often it is asked for.
// - Then one payment tries it. While that one is under way, and for another minute if it fails, the others pass it over.
// - Any answer closes it, a refusal as well: who refuses is there.
//
// Every node keeps this in memory and tells the others by signals, which may be lost, and so may the memory: then a few buyers find
// out again. Nothing is ever decided by it but who is asked first.
import { randomUUID } from 'node:crypto';
import type { Log } from '#server/http/log.ts';

export interface Breakers {
  /** Waits for the opening of an attempt at an account and notes how it ends. */
  watch<Answer>(account: string, attemptId: string, opening: Promise<Answer>): Promise<Answer>;
  /** Whether it is passed over now. */
  isResting(account: string): boolean;
  /** Since when it fails; undefined: it does not. */
  failingSince(account: string): Date | undefined;
  /** Takes the one try that an account has after its rest. False: it rests, or somebody is trying it. */
  takeTrial(account: string): boolean;
  /** A signal of another node, or one of ours that came back. */
  readonly hear: (signal: string) => void;
  /** Those that fail at the moment, whether they rest or may be tried. */
  readonly failing: ReadonlySet<string>;
}

export interface BreakersDeps {
  readonly now: () => Date;
  readonly log: Log;
  /** Tells every node. */
  readonly tell: (signal: string) => Promise<void>;
}

type Word = 'failed' | 'answered' | 'tried';

interface Breaker {
  readonly failed: Set<string>;
  readonly sinceMs: number;
  isOpen: boolean;
  /** Until then nobody goes there: its rest, or somebody's try. */
  untilMs: number;
}

export function createBreakers({ now, log, tell }: BreakersDeps): Breakers {
  const node = randomUUID();
  const breakers = new Map<string, Breaker>();
  const failing = new Set<string>();
  const nowMs = (): number => now().getTime();

  const take = (word: Word, account: string, attemptId: string): void => {
    const atMs = nowMs();
    const known = breakers.get(account);
    if (word === 'answered') {
      breakers.delete(account);
      failing.delete(account);
    }
    if (word === 'tried' && known) known.untilMs = atMs + trialMs;
    if (word !== 'failed') return;
    const isStale = known && !known.isOpen && atMs - known.sinceMs > windowMs;
    const breaker = (!isStale && known) || { failed: new Set(), sinceMs: atMs, isOpen: false, untilMs: 0 };
    breakers.set(account, breaker);
    if (!breaker.isOpen) {
      breaker.failed.add(attemptId);
      if (breaker.failed.size < tripAfter) return;
      log.error({ account }, 'A provider opens no payments: it is passed over for a while.');
    }
    breaker.isOpen = true;
    failing.add(account);
    breaker.untilMs = atMs + restMs;
  };
  const say = (word: Word, account: string, attemptId = ''): void => {
    take(word, account, attemptId);
    tell(`${node} ${word} ${account} ${attemptId}`).catch((error: unknown) =>
      log.warn({ err: error, account }, 'Other nodes were not told how a provider is; they will find out.'),
    );
  };
  const isResting = (account: string): boolean => {
    const breaker = breakers.get(account);
    return breaker?.isOpen === true && nowMs() < breaker.untilMs;
  };

  return {
    async watch(account, attemptId, opening) {
      try {
        const answer = await opening;
        if (breakers.has(account)) {
          if (breakers.get(account)?.isOpen) log.info({ account }, 'A provider opens payments again.');
          say('answered', account);
        }
        return answer;
      } catch (error) {
        say('failed', account, attemptId);
        throw error;
      }
    },
    isResting,
    failingSince: (account) => {
      const breaker = breakers.get(account);
      return breaker?.isOpen ? new Date(breaker.sinceMs) : undefined;
    },
    takeTrial(account) {
      if (!breakers.get(account)?.isOpen || isResting(account)) return false;
      say('tried', account);
      return true;
    },
    hear(signal) {
      const [from, word = '', account = '', attemptId = ''] = signal.split(' ', 4);
      if (from !== node && isWord(word) && account !== '') take(word, account, attemptId);
    },
    failing,
  };
}

const isWord = (word: string): word is Word => word === 'failed' || word === 'answered' || word === 'tried';

const tripAfter = 3;
const windowMs = 5 * 60_000;
const restMs = 60_000;
// Longer than anybody waits for an answer.
const trialMs = 20_000;
