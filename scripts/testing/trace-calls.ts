// Lets a test follow what runs, call by call: whatever function of these files is entered says so by `globalThis.enterFile`, which
// a test has put there. For tests of how straight a path is, and for nothing else.
import { relative } from 'node:path';

import { parseSync, Visitor, type Plugin } from 'vite';

export function traceCalls(root: string, files: RegExp): Plugin {
  return {
    name: 'trace-calls',
    enforce: 'pre',
    transform: (code, id) => {
      const path = relative(root, id).replaceAll('\\', '/');
      return files.test(path) ? { code: withEntries(path, code), map: null } : undefined;
    },
  };
}

interface TracedFunction {
  readonly body?: { readonly type: string; readonly start: number; readonly end: number } | null;
}

/** No line moves: positions in messages stay. */
function withEntries(path: string, code: string): string {
  const enter = `globalThis.enterFile?.(${JSON.stringify(path)})`;
  const added: { readonly at: number; readonly text: string }[] = [];
  const trace = ({ body }: TracedFunction): void => {
    if (!body) return;
    if (body.type === 'BlockStatement') added.push({ at: body.start + 1, text: `${enter};` });
    else added.push({ at: body.start, text: `(${enter},(` }, { at: body.end, text: '))' });
  };
  new Visitor({
    FunctionDeclaration: trace,
    FunctionExpression: trace,
    ArrowFunctionExpression: trace,
  }).visit(parseSync(path, code).program);
  // From the end, so that positions before stay; of two at one position the one that was found first is outside.
  let traced = code;
  for (const { at, text } of added.toReversed().toSorted((a, b) => b.at - a.at))
    traced = traced.slice(0, at) + text + traced.slice(at);
  return traced;
}
