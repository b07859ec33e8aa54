// The tests of a file, as they are written: their titles, what they say without their comments, and whether they run at all.
import { parse, type Source } from '../architecture/read-sources.ts';

export interface WrittenTest {
  /** With the titles of the groups around it before it, and ` > ` between them. */
  readonly title: string;
  /** The whole call: its table, if it has one, its title and its body; and what it names that the file declares outside of tests. */
  readonly code: string;
  /** It, or a group around it, is skipped, to be written, expected to fail, or left out where something is so. */
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

/** With what it names, and what that names. */
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

/** As ESTree has it: what of it we look at is checked one by one. */
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

/** Of `test('…', …)`, `describe.each(…)('…', …)` and their like; undefined: it is something else. */
function readCall({ type, callee, arguments: given }: Node): WrittenCall | undefined {
  if (type !== 'CallExpression' || !Array.isArray(given) || given.length < 2) return undefined;
  const [main = '', ...more] = wordsOf(callee);
  const kind = kinds[main];
  const title = isNode(given[0]) ? textOf(given[0]) : undefined;
  return kind && title !== undefined ? { kind, title, isSkipped: more.some((word) => leavesOut.has(word)) } : undefined;
}

const kinds: Readonly<Partial<Record<string, WrittenCall['kind']>>> = { it: 'test', test: 'test', describe: 'group' };
const leavesOut = new Set(['skip', 'skipIf', 'runIf', 'todo', 'fails', 'fixme']);

/** `describe.skip.each(table)` is `describe`, `skip`, `each`. */
function wordsOf(callee: unknown): readonly string[] {
  if (!isNode(callee)) return [];
  if (callee.type === 'Identifier') return [String(callee['name'])];
  if (callee.type === 'MemberExpression') return [...wordsOf(callee['object']), ...wordsOf(callee['property'])];
  return callee.type === 'CallExpression' ? wordsOf(callee['callee']) : [];
}

/** Of a title; what is put into it when it runs is left out. */
function textOf({ value, quasis }: Node): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(quasis)) return undefined;
  return (quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('…');
}
