// The one engine for regular expressions that come from configuration or from a game. It runs in linear time: the length of
// the input times the size of the expression, and both have a bound. So no expression can hang the page or the server. An
// expression that it does not take matches nothing.
import { RE2JS } from 're2js';

const longestInput = 256;
// Counted repetitions are written out by the engine: a short text can be a huge expression.
const largestSize = 2000;

/** Compiles an expression once. */
export function compilePattern(expression: string): (input: string) => boolean {
  const compiled = tryCompile(expression);
  if (!compiled) return () => false;
  return (input) => input.length <= longestInput && compiled.matcher(input).find();
}

/** Whether the engine takes an expression. */
export const isPattern = (expression: string): boolean => tryCompile(expression) !== undefined;

function tryCompile(expression: string): RE2JS | undefined {
  if (expression.length > longestInput || sizeOf(expression) > largestSize) return undefined;
  try {
    return RE2JS.compile(expression);
  } catch (error) {
    // Its only fault is the syntax of the expression: what cannot be read matches nothing.
    if (error instanceof Error && error.name.startsWith('RE2JS')) return undefined;
    throw error;
  }
}

/** How many characters, classes and groups there are once repetitions are written out; rather too many than too few. */
function sizeOf(expression: string): number {
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
