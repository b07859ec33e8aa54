// A game's calls that wait for a reply. Each gets one reply: from the handler, from the timeout, or when the port
// closes.
import type { PendingCallsSummary } from './admit-call.browser.ts';
import { createReplyBatcher } from './reply-batcher.browser.ts';
import type { RequestId } from './envelope.ts';
import { defaultCallTimeoutMs, type MethodName, type MethodRule } from './protocol.ts';

export interface PendingCall {
  readonly id: RequestId;
  readonly method: MethodName;
}

export interface PendingCalls extends PendingCallsSummary {
  beginTask(): void;
  /** @param onSettled sends the reply; not called if the call already got one */
  add(call: PendingCall, rule: MethodRule, result: Promise<unknown>, onSettled: (settled: SettledCall) => void): void;
  clear(): readonly PendingCall[];
}

export type SettledCall = { readonly value: unknown } | { readonly error: unknown };

export function createPendingCalls(onTimeout: (call: PendingCall) => void): PendingCalls {
  const slices = createReplyBatcher();
  const open = new Map<number, PendingCall & { readonly deadline: number }>();
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

  // One timer for all calls, because a game can have hundreds of them open.
  const sweep = (): void => {
    const nowMs = performance.now();
    for (const [key, call] of open) {
      if (call.deadline > nowMs) continue;
      // Prevents a second timeout while the reply waits to be sent.
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
      const timeoutMs = rule.waitsFor ? Infinity : (rule.timeoutMs ?? defaultCallTimeoutMs);
      open.set(key, { id, method, deadline: performance.now() + timeoutMs });
      sweeping ??= setInterval(sweep, sweepMs);
      if (rule.waitsFor) withPlayer.add(method);
      const settle = (settled: SettledCall): void => {
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
