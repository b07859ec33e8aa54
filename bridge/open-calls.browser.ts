// The calls of a game that wait for their answers. Each is answered once, by whoever is first: the handler, the clock or the end.
import type { OpenCalls } from './admit-call.browser.ts';
import { createAnswerSlices } from './answer-slices.browser.ts';
import type { RequestId } from './envelope.ts';
import { defaultTimeoutMs, type MethodName, type MethodRule } from './protocol.ts';

export interface OpenCall {
  readonly id: RequestId;
  readonly method: MethodName;
}

export interface CallList extends OpenCalls {
  /** Another task has begun. */
  beginTask(): void;
  /** @param onSettled gives the answer; it is not called for a call that was answered before */
  add(call: OpenCall, rule: MethodRule, result: Promise<unknown>, onSettled: (settled: Settled) => void): void;
  /** Forgets them all, and says which they were. */
  clear(): readonly OpenCall[];
}

export type Settled = { readonly value: unknown } | { readonly error: unknown };

/** @param onTimeout answers a call that has waited too long */
export function createOpenCalls(onTimeout: (call: OpenCall) => void): CallList {
  const slices = createAnswerSlices();
  const open = new Map<number, OpenCall & { readonly deadline: number }>();
  const withPlayer = new Set<MethodName>();
  let lastKey = 0;
  let sweeping: ReturnType<typeof setInterval> | undefined;

  const stopSweeping = (): void => {
    clearInterval(sweeping);
    sweeping = undefined;
  };

  const answer = (key: number, give: () => void): void =>
    slices.add(() => {
      if (open.delete(key)) give();
      if (open.size === 0) stopSweeping();
    });

  // One timer for all calls: ten thousand of them would need ten thousand otherwise.
  const sweep = (): void => {
    const nowMs = performance.now();
    for (const [key, call] of open) {
      if (call.deadline > nowMs) continue;
      // Not once more before its turn has come.
      open.set(key, { ...call, deadline: Infinity });
      answer(key, () => onTimeout(call));
    }
  };

  return {
    get size() {
      return open.size;
    },
    waitsForPlayer: (method) => withPlayer.has(method),
    beginTask: () => slices.begin(),
    add({ id, method }, rule, result, onSettled) {
      lastKey += 1;
      const key = lastKey;
      const timeoutMs = rule.waitsFor ? Infinity : (rule.timeoutMs ?? defaultTimeoutMs);
      open.set(key, { id, method, deadline: performance.now() + timeoutMs });
      sweeping ??= setInterval(sweep, sweepMs);
      if (rule.waitsFor) withPlayer.add(method);
      const settle = (settled: Settled): void => {
        withPlayer.delete(method);
        answer(key, () => onSettled(settled));
      };
      result.then(
        (value) => settle({ value }),
        (error: unknown) => settle({ error }),
      );
    },
    clear() {
      const calls = [...open.values()];
      open.clear();
      slices.clear();
      clearInterval(sweeping);
      return calls;
    },
  };
}

const sweepMs = 250;
