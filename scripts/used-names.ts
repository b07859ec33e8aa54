// The property names that code reads, writes and mentions. Types are unknown here, so a name counts wherever it occurs.
import { parseSync, Visitor } from 'vite';
import type { SourceFile } from './architecture/read-sources.ts';

export class UsedNames {
  /** `a.Name`, `a['Name']`, `const { Name } = a`. */
  readonly read = new Set<string>();
  /** `{ Name: 1 }`, `a.Name = 1`. An empty literal such as `[]`, `''` or `null` does not count. */
  readonly written = new Set<string>();
  readonly declared = new Set<string>();
  readonly texts = new Set<string>();
  /** The last two names of a chain: `store.createPayment`. */
  readonly chains = new Set<string>();
}

export function findUsedNames(sources: readonly SourceFile[]): UsedNames {
  const all = new UsedNames();
  for (const source of sources) {
    const found = known.get(source) ?? readNames(source);
    known.set(source, found);
    for (const key of Object.keys(all) as (keyof UsedNames)[]) for (const name of found[key]) all[key].add(name);
  }
  return all;
}

const known = new WeakMap<SourceFile, UsedNames>();

function readNames({ path, text }: SourceFile): UsedNames {
  const names = new UsedNames();
  const assigned = new Set<number>();
  let interfaceEnd = 0;
  const visitor = new Visitor({
    AssignmentExpression({ left, right }) {
      if (left.type !== 'MemberExpression') return;
      assigned.add(left.start);
      if (!isEmpty(right)) names.written.add(nameOf(left.property));
    },
    MemberExpression(node) {
      const { object, property } = node;
      if (!assigned.has(node.start)) names.read.add(nameOf(property));
      names.chains.add(`${nameOf(object.type === 'MemberExpression' ? object.property : object)}.${nameOf(property)}`);
    },
    ObjectPattern({ properties }) {
      for (const each of properties) if (each.type === 'Property') names.read.add(nameOf(each.key));
    },
    ObjectExpression({ properties }) {
      for (const each of properties)
        if (each.type === 'Property' && !isEmpty(each.value)) names.written.add(nameOf(each.key));
    },
    TSInterfaceDeclaration: ({ end }) => void (interfaceEnd = end),
    TSPropertySignature: ({ key, end }) => void (end < interfaceEnd && names.declared.add(nameOf(key))),
    Literal: ({ value }) => void (typeof value === 'string' && names.texts.add(value)),
  });
  visitor.visit(parseSync(path, text).program);
  return names;
}

interface Node {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
  readonly elements?: readonly unknown[];
}

const nameOf = ({ name, value }: Node): string =>
  typeof name === 'string' ? name : typeof value === 'string' ? value : '';

function isEmpty({ type, name, value, elements }: Node): boolean {
  if (type === 'ArrayExpression') return elements?.length === 0;
  return type === 'Literal' ? ['', false, null].includes(value as null) : name === 'undefined';
}
