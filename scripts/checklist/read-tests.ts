// Reads the tests of a file: their titles, their code without comments, and whether they run.
import { parse, type Source } from '../architecture/read-sources.ts';

export interface WrittenTest {
  /** Preceded by the titles of its groups, separated by ` > `. */
  readonly title: string;
  /** The full call with its table, title and body, and the declarations of the file that it uses. */
  readonly code: string;
  /** The test or one of its groups is skipped, a todo, expected to fail, or conditional. */
  readonly isSkipped: boolean;
}

export function readTests(source: Source): readonly WrittenTest[] {
  const { program, code } = parse(source);
  const found: WrittenTest[] = [];
  const declared = new Map<string, string>();
  const visit = (node: Node, groups: readonly string[], isSkipped: boolean): void => {
    const call = readCall(node);
    const path = call ? [...groups, call.title] : groups;
    const isOut = isSkipped || (call?.isSkipped ?? false);
    const text = code.slice(node.start, node.end);
    if (call?.kind === 'test') return void found.push({ title: path.join(' > '), code: text, isSkipped: isOut });
    if (/^(VariableDeclarator|FunctionDeclaration)$/.test(node.type) && isNode(node['id']) && !call)
      declared.set(String(node['id']['name']), text);
    for (const child of childrenOf(node)) visit(child, path, isOut);
  };
  visit(program as unknown as Node, [], false);
  return found.map((test) => ({ ...test, code: addNamed(test.code, declared) }));
}

/** Adds the declarations that the code uses, recursively. */
function addNamed(code: string, declared: ReadonlyMap<string, string>): string {
  const left = new Map(declared);
  let whole = code;
  for (let before = ''; before !== whole;) {
    before = whole;
    for (const [name, text] of left)
      if (new RegExp(`\\b${name}\\b`).test(whole)) {
        whole += `\n${text}`;
        left.delete(name);
      }
  }
  return whole;
}

/** An ESTree node; each property is checked where it is used. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);

interface WrittenCall {
  readonly kind: 'test' | 'group';
  readonly title: string;
  readonly isSkipped: boolean;
}

/** Reads `test('…', …)`, `describe.each(…)('…', …)` and similar calls; undefined for others. */
function readCall({ type, callee, arguments: given }: Node): WrittenCall | undefined {
  if (type !== 'CallExpression' || !Array.isArray(given) || given.length < 2) return undefined;
  const [main = '', ...more] = wordsOf(callee);
  const kind = kinds[main];
  const title = isNode(given[0]) ? textOf(given[0]) : undefined;
  return kind && title !== undefined ? { kind, title, isSkipped: more.some((word) => leavesOut.has(word)) } : undefined;
}

const kinds: Readonly<Partial<Record<string, WrittenCall['kind']>>> = { it: 'test', test: 'test', describe: 'group' };
const leavesOut = new Set(['skip', 'skipIf', 'runIf', 'todo', 'fails', 'fixme']);

/** `describe.skip.each(table)` becomes `describe`, `skip`, `each`. */
function wordsOf(callee: unknown): readonly string[] {
  if (!isNode(callee)) return [];
  if (callee.type === 'Identifier') return [String(callee['name'])];
  if (callee.type === 'MemberExpression') return [...wordsOf(callee['object']), ...wordsOf(callee['property'])];
  return callee.type === 'CallExpression' ? wordsOf(callee['callee']) : [];
}

/** The text of a title without its placeholders. */
function textOf({ value, quasis }: Node): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(quasis)) return undefined;
  return (quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('…');
}
