// The one engine for regular expressions that come from configuration or from a game. It takes at most one step for each character of
// the input and each instruction of the compiled program, and both have a bound: no expression can hang the page or the server. An
// expression that is refused matches nothing.
import { RE2JS } from 're2js';

/** Of an expression and of what it is matched against. */
export const maxPatternLength = 256;

/**
 * Instructions of the compiled program: enough for `^.{1,256}$`, and for every expression of 256 characters that counts no
 * repetitions, which the engine writes out. How long the worst of them takes is a line of `npm run bench -- event-pattern`.
 */
export const maxProgramSize = 520;

// Before compiling: a short text can be a huge expression.
const maxEstimatedSize = 1000;
const maxCached = 1000;

export type PatternCheck =
  | { readonly outcome: 'ok'; readonly programSize: number }
  | { readonly outcome: 'unreadable' }
  | { readonly outcome: 'too-large' };

/** Whether an expression is accepted, and how large its program is. */
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

/** Compiling costs as much as a match, and games repeat their rules with every change of one of them. */
function compileCached(expression: string): Compiled {
  const compiled = cache.get(expression) ?? compile(expression);
  // A map keeps the order of insertion: the one that was used last is the last to go.
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
    if (programSize > maxProgramSize) return { check: { outcome: 'too-large' } };
    return { check: { outcome: 'ok', programSize }, program };
  } catch (error) {
    // The engine throws its own errors for one reason: the syntax of the expression.
    if (error instanceof Error && error.name.startsWith('RE2JS')) return { check: { outcome: 'unreadable' } };
    throw error;
  }
}

/** How many characters, classes and groups there are once repetitions are written out; rather too many than too few. */
function estimateSize(expression: string): number {
  // The sizes of the groups that are open, the innermost last, and of what a repetition would repeat.
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
