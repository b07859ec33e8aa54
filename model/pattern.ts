// Runs all regular expressions that come from configuration or from a game. Matching takes linear time and sizes are
// limited, so no pattern can block the page or the server. A rejected pattern matches nothing.
import { RE2JS } from 're2js';

/** Applies to the pattern and to the text that it is matched against. */
export const maxPatternLength = 256;

/**
 * The maximum number of instructions in a compiled program: enough for `^.{1,256}$` and for every pattern of 256
 * characters without counted repetitions, which the engine expands. `npm run bench -- event-pattern` measures the
 * slowest pattern.
 */
export const maxCompiledPatternSize = 520;

// Checked before compiling, because a short pattern can expand to a huge program.
const maxEstimatedSize = 1000;
const maxCached = 1000;

export type PatternCheck =
  | { readonly outcome: 'ok'; readonly programSize: number }
  | { readonly outcome: 'unreadable' }
  | { readonly outcome: 'too-large' };

export function checkPattern(expression: string): PatternCheck {
  const { check } = compileCached(expression);
  return check;
}

export function compilePattern(expression: string): (input: string) => boolean {
  const { program } = compileCached(expression);
  if (!program) return () => false;
  return (input) => input.length <= maxPatternLength && program.matcher(input).find();
}

interface Compiled {
  readonly check: PatternCheck;
  readonly program?: RE2JS;
}

const cache = new Map<string, Compiled>();

/**
 * Cached, because compiling costs as much as a match, and games resend all their rules whenever one of them changes.
 */
function compileCached(expression: string): Compiled {
  const compiled = cache.get(expression) ?? compile(expression);
  // A Map keeps insertion order, so the most recently used entry is evicted last.
  cache.delete(expression);
  cache.set(expression, compiled);
  const [oldest] = cache.keys();
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
  return compiled;
}

function compile(expression: string): Compiled {
  if (expression.length > maxPatternLength || estimateSize(expression) > maxEstimatedSize)
    return { check: { outcome: 'too-large' } };
  try {
    const program = RE2JS.compile(expression);
    const programSize = program.programSize();
    if (programSize > maxCompiledPatternSize) return { check: { outcome: 'too-large' } };
    return { check: { outcome: 'ok', programSize }, program };
  } catch (error) {
    // RE2JS throws its own errors only for invalid syntax.
    if (error instanceof Error && error.name.startsWith('RE2JS')) return { check: { outcome: 'unreadable' } };
    throw error;
  }
}

/** Estimates the number of characters, classes and groups after repetitions are expanded. Never too low. */
function estimateSize(expression: string): number {
  // `open`: the sizes of the open groups, innermost last. `last`: the size of the part that a following repetition
  // applies to.
  const open = [0];
  let last = 0;
  const add = (size: number): void => {
    last = size;
    open.push((open.pop() ?? 0) + size);
  };
  for (const [part] of expression.matchAll(parts)) {
    if (part === '(') open.push(1);
    else if (part === ')') add(open.length > 1 ? (open.pop() ?? 0) : 1);
    else if (part.startsWith('{')) add(last * Math.max(...[...part.matchAll(/\d+/g)].map(Number)));
    else add(1);
  }
  return open.reduce((sum, size) => sum + size, 0);
}

const parts = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[^]/gu;
