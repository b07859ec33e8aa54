// One-time codes of simulated vendors. They expire, and the oldest are deleted, so that a long-running lab stays small.
import { randomBytes } from 'node:crypto';

export interface SimulatorCodes<T> {
  issue(value: T, now: Date): string;
  /** Does not invalidate the code. */
  find(code: unknown, now: Date): T | undefined;
  /** Invalidates the code. */
  take(code: unknown, now: Date): T | undefined;
}

export function createSimulatorCodes<T>({
  lifeMs,
  maxCodes = 1000,
}: {
  lifeMs: number;
  maxCodes?: number;
}): SimulatorCodes<T> {
  const issued = new Map<string, { value: T; untilMs: number }>();
  const find = (code: unknown, now: Date): T | undefined => {
    const found = typeof code === 'string' ? issued.get(code) : undefined;
    return found && now.getTime() < found.untilMs ? found.value : undefined;
  };
  return {
    issue(value, now) {
      const code = randomBytes(24).toString('base64url');
      issued.set(code, { value, untilMs: now.getTime() + lifeMs });
      const [oldest] = issued.keys();
      if (issued.size > maxCodes && oldest !== undefined) issued.delete(oldest);
      return code;
    },
    find,
    take(code, now) {
      const value = find(code, now);
      if (typeof code === 'string') issued.delete(code);
      return value;
    },
  };
}
