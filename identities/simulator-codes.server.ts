// What a simulated vendor hands out and takes back: codes and the states of its pages. They end after a time, and the oldest
// go first when there are too many, so that a laptop that runs for weeks keeps no more than a handful.
import { randomBytes } from 'node:crypto';

export interface Codes<T> {
  issue(value: T, now: Date): string;
  /** What a code stands for; it stays good. */
  find(code: unknown, now: Date): T | undefined;
  /** What a code stands for; it is good for nothing afterwards. */
  take(code: unknown, now: Date): T | undefined;
}

export function createCodes<T>({ lifeMs, most = 1000 }: { lifeMs: number; most?: number }): Codes<T> {
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
      if (issued.size > most && oldest !== undefined) issued.delete(oldest);
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
