// Idempotency keys of a simulated vendor. For a day, the same key with the same content returns the first response;
// with different content it is refused; while the first call is running it is busy. A call that threw is forgotten.
import { setImmediate } from 'node:timers/promises';

type IdempotencyOutcome<A> =
  | { readonly outcome: 'answered' | 'replayed'; readonly answer: A }
  | { readonly outcome: 'busy' }
  | { readonly outcome: 'different-content' };

interface IdempotencyKeys<A> {
  once(key: string, content: unknown, answer: () => Promise<A>): Promise<IdempotencyOutcome<A>>;
}

export function createIdempotencyKeys<A>(now: () => Date): IdempotencyKeys<A> {
  const kept = new Map<string, { readonly content: string; readonly atMs: number; answer?: A }>();
  return {
    async once(key, content, ask) {
      const text = JSON.stringify(content);
      const atMs = now().getTime();
      const known = kept.get(key);
      if (known && atMs - known.atMs < keptMs) {
        if (known.content !== text) return { outcome: 'different-content' };
        return known.answer === undefined ? { outcome: 'busy' } : { outcome: 'replayed', answer: known.answer };
      }
      for (const oldest of kept.keys()) if (kept.size >= maxKept) kept.delete(oldest);
      const entry: { readonly content: string; readonly atMs: number; answer?: A } = { content: text, atMs };
      kept.set(key, entry);
      try {
        // Lets concurrent calls interleave, as they would over a network.
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
