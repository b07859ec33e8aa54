// A circuit breaker for each provider account, so that buyers don't wait for one that fails to open payments.
//
// - Three attempts in a row that fail to open within five minutes, on any node, open the breaker: the account is
// skipped for a minute. An attempt counts once, however often it is repeated.
// - Then one payment tries the account. The others skip it until that one returns, and for another minute if it fails.
// - Any response closes the breaker, even a rejection.
//
// Each node keeps this in memory and shares it by signals, which may be lost; then a few buyers wait again. It only
// affects the order in which providers are tried.
import { randomUUID } from 'node:crypto';
import type { Log } from '#server/http/log.ts';

export interface CircuitBreakers {
  track<Answer>(account: string, attemptId: string, opening: Promise<Answer>): Promise<Answer>;
  isPaused(account: string): boolean;
  failingSince(account: string): Date | undefined;
  claimTrial(account: string): boolean;
  readonly onSignal: (signal: string) => void;
  readonly failing: ReadonlySet<string>;
}

export interface CircuitBreakersDeps {
  readonly now: () => Date;
  readonly log: Log;
  readonly publish: (signal: string) => Promise<void>;
}

type BreakerEvent = 'failed' | 'answered' | 'tried';

interface Breaker {
  readonly failed: Set<string>;
  readonly sinceMs: number;
  isOpen: boolean;
  /** The account is skipped until then: its pause, or a running trial. */
  untilMs: number;
}

export function createCircuitBreakers({ now, log, publish }: CircuitBreakersDeps): CircuitBreakers {
  const node = randomUUID();
  const breakers = new Map<string, Breaker>();
  const failing = new Set<string>();
  const nowMs = (): number => now().getTime();

  const apply = (event: BreakerEvent, account: string, attemptId: string): void => {
    const atMs = nowMs();
    const known = breakers.get(account);
    if (event === 'answered') {
      breakers.delete(account);
      failing.delete(account);
    }
    if (event === 'tried' && known) known.untilMs = atMs + trialMs;
    if (event !== 'failed') return;
    const isStale = known && !known.isOpen && atMs - known.sinceMs > windowMs;
    const breaker = (!isStale && known) || { failed: new Set(), sinceMs: atMs, isOpen: false, untilMs: 0 };
    breakers.set(account, breaker);
    if (!breaker.isOpen) {
      breaker.failed.add(attemptId);
      if (breaker.failed.size < tripAfter) return;
      log.error({ account }, 'A provider rejects new payments; it is skipped for a while.');
    }
    breaker.isOpen = true;
    failing.add(account);
    breaker.untilMs = atMs + pauseMs;
  };
  const applyAndPublish = (event: BreakerEvent, account: string, attemptId = ''): void => {
    apply(event, account, attemptId);
    publish(`${node} ${event} ${account} ${attemptId}`).catch((error: unknown) =>
      log.warn(
        { err: error, account },
        "Telling other nodes about a provider's state failed; they will detect it themselves.",
      ),
    );
  };
  const isPaused = (account: string): boolean => {
    const breaker = breakers.get(account);
    return breaker?.isOpen === true && nowMs() < breaker.untilMs;
  };

  return {
    async track(account, attemptId, opening) {
      try {
        const answer = await opening;
        if (breakers.has(account)) {
          if (breakers.get(account)?.isOpen) log.info({ account }, 'A provider accepts payments again.');
          applyAndPublish('answered', account);
        }
        return answer;
      } catch (error) {
        applyAndPublish('failed', account, attemptId);
        throw error;
      }
    },
    isPaused,
    failingSince: (account) => {
      const breaker = breakers.get(account);
      return breaker?.isOpen ? new Date(breaker.sinceMs) : undefined;
    },
    claimTrial(account) {
      if (!breakers.get(account)?.isOpen || isPaused(account)) return false;
      applyAndPublish('tried', account);
      return true;
    },
    onSignal(signal) {
      const [from, event = '', account = '', attemptId = ''] = signal.split(' ', 4);
      if (from !== node && isBreakerEvent(event) && account !== '') apply(event, account, attemptId);
    },
    failing,
  };
}

const isBreakerEvent = (event: string): event is BreakerEvent =>
  event === 'failed' || event === 'answered' || event === 'tried';

const tripAfter = 3;
const windowMs = 5 * 60_000;
const pauseMs = 60_000;
// Longer than any provider timeout.
const trialMs = 20_000;
