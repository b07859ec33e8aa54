// Idempotency keys of a simulated vendor: for a day the same key with the same content is answered the same, with another content it is
// refused, and while the first is under way it is busy. What threw has made nothing and is not remembered.
import { setImmediate } from 'node:timers/promises';

export type KeyOutcome<A> =
  | { readonly outcome: 'answered' | 'replayed'; readonly answer: A }
  | { readonly outcome: 'busy' }
  | { readonly outcome: 'other content' };

export interface SimulatorKeys<A> {
  once(key: string, content: unknown, answer: () => Promise<A>): Promise<KeyOutcome<A>>;
}

export function createKeys<A>(now: () => Date): SimulatorKeys<A> {
  const kept = new Map<string, { readonly content: string; readonly atMs: number; answer?: A }>();
  return {
    async once(key, content, ask) {
      const text = JSON.stringify(content);
      const atMs = now().getTime();
      const known = kept.get(key);
      if (known && atMs - known.atMs < keptMs) {
        if (known.content !== text) return { outcome: 'other content' };
        return known.answer === undefined ? { outcome: 'busy' } : { outcome: 'replayed', answer: known.answer };
      }
      for (const oldest of kept.keys()) if (kept.size >= maxKept) kept.delete(oldest);
      const entry: { readonly content: string; readonly atMs: number; answer?: A } = { content: text, atMs };
      kept.set(key, entry);
      try {
        // Others get a chance to ask in between, as they do over a real network.
        await setImmediate();
        const answer = await ask();
        entry.answer = answer;
        return { outcome: 'answered', answer };
      } catch (error) {
        kept.delete(key);
        throw error;
      }
    },
  };
}

const keptMs = 24 * 3600_000;
const maxKept = 2000;
