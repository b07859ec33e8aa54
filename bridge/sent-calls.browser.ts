// The calls that a game has sent and that have no reply yet. Each settles once: with a reply, with Timeout, or with
// Closed.
import { BridgeError } from './bridge-error.ts';
import { isRecord } from './envelope.ts';
import { bridgeErrors, type BridgeErrorCode } from './protocol.ts';

export interface SentCalls {
  add(id: number, method: string, timeoutMs: number, settle: SettleCallbacks): void;
  settle(id: unknown, result: unknown, error: unknown): void;
  close(): void;
}

export interface SettleCallbacks {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: BridgeError) => void;
}

export function createSentCalls(): SentCalls {
  const sent = new Map<number, SettleCallbacks & { readonly method: string; readonly deadline: number }>();
  let sweeping: ReturnType<typeof setInterval> | undefined;

  const sweep = (): void => {
    const now = performance.now();
    let waiting = false;
    for (const [id, { method, deadline, reject }] of sent) {
      if (deadline <= now) {
        sent.delete(id);
        reject(new BridgeError('Timeout', `${method} was not answered in time`, method));
      } else if (deadline < Infinity) waiting = true;
    }
    if (!waiting) {
      clearInterval(sweeping);
      sweeping = undefined;
    }
  };

  return {
    add(id, method, timeoutMs, settle) {
      sent.set(id, { method, deadline: performance.now() + timeoutMs, ...settle });
      if (timeoutMs < Infinity) sweeping ??= setInterval(sweep, sweepMs);
    },
    settle(id, result, error) {
      const call = sent.get(id as number);
      if (!call) return;
      sent.delete(id as number);
      if (error === undefined) call.resolve(result);
      else call.reject(readError(error, call.method));
    },
    close() {
      clearInterval(sweeping);
      for (const { method, reject } of sent.values()) reject(new BridgeError('Closed', bridgeErrors.Closed, method));
      sent.clear();
    },
  };
}

const sweepMs = 250;

function readError(error: unknown, method: string): BridgeError {
  const { code, message, parameter } = isRecord(error) ? error : {};
  const known: BridgeErrorCode = isKeyOf(bridgeErrors, code) ? code : 'Unknown';
  return new BridgeError(
    known,
    typeof message === 'string' ? message : bridgeErrors[known],
    method,
    typeof parameter === 'string' ? parameter : undefined,
  );
}

// Object.hasOwn is missing in some browsers that games support.
export function isKeyOf<T extends object>(table: T, name: unknown): name is keyof T & string {
  return Object.keys(table).includes(name as string);
}
