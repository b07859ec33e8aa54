// The one engine for regular expressions that come from configuration or from a game. It runs in linear time, so no
// expression can hang the page or the server. An expression that it does not take matches nothing.
import { RE2JS } from 're2js';

const longestInput = 256;

/** Compiles an expression once. */
export function compilePattern(expression: string): (input: string) => boolean {
  const compiled = tryCompile(expression);
  if (!compiled) return () => false;
  return (input) => input.length <= longestInput && compiled.matcher(input).find();
}

function tryCompile(expression: string): RE2JS | undefined {
  if (expression.length > longestInput) return undefined;
  try {
    return RE2JS.compile(expression);
  } catch (error) {
    // Its only fault is the syntax of the expression: what cannot be read matches nothing.
    if (error instanceof Error && error.name.startsWith('RE2JS')) return undefined;
    throw error;
  }
}
