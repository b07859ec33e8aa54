// One door for each danger: a raw primitive may be used in its one file and nowhere else.
import { Visitor } from 'vite';

import { isTestFile } from './check-imports.ts';
import { lineOf, parse, type Source, type Violation } from './read-sources.ts';

export interface Door {
  readonly rule: string;
  /** Where the rule holds. */
  readonly within: RegExp;
  /** The files that may. */
  readonly door: RegExp;
  readonly use: string;
}

export type DoorName = 'fetch' | 'redirect' | 'regex' | 'html' | 'environment' | 'signature' | 'sql';

export function checkDoors(source: Source, doors: Readonly<Record<DoorName, Door>>): Violation[] {
  if (isTestFile(source.path)) return [];
  const { program, text, imports } = parse(source);
  const violations: Violation[] = [];
  const use = (name: DoorName, start: number) => {
    const { rule, within, door, use: advice } = doors[name];
    if (within.test(source.path) && !door.test(source.path))
      violations.push({ path: `${source.path}:${lineOf(text, start)}`, rule, what: advice });
  };

  for (const { specifier, start } of imports) {
    if (/^(undici|axios|got|node-fetch)$/.test(specifier)) use('fetch', start);
  }
  const processNames = new Set(['process']);
  // Handing the environment to its one reader is not reading it.
  const handedOver = new Set<number>();
  const visitor = new Visitor({
    ImportDeclaration(node) {
      if (!/^(node:)?process$/.test(node.source.value)) return;
      for (const part of node.specifiers) {
        if (part.type !== 'ImportSpecifier') processNames.add(part.local.name);
        else if (part.imported.type === 'Identifier' && part.imported.name === 'env') use('environment', part.start);
      }
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type === 'Identifier' && callee.name === 'readConfig')
        for (const argument of node.arguments) handedOver.add(argument.start);
      if (callee.type === 'Identifier' && callee.name === 'fetch') use('fetch', node.start);
      if (callee.type === 'Identifier' && callee.name === 'RegExp' && !isLiteral(node.arguments[0]))
        use('regex', node.start);
      if (callee.type !== 'MemberExpression' || callee.computed) return;
      const method = callee.property.type === 'Identifier' ? callee.property.name : '';
      const owner = callee.object.type === 'Identifier' ? callee.object.name : '';
      if (method === 'fetch' && ['globalThis', 'window', 'self'].includes(owner)) use('fetch', node.start);
      if ((method === 'request' || method === 'get') && ['http', 'https', 'http2'].includes(owner))
        use('fetch', node.start);
      if (method === 'redirect') use('redirect', node.start);
      if (method === 'raw' && owner === 'sql') use('sql', node.start);
      if (method === 'query' && isComposed(node.arguments[0])) use('sql', node.start);
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp' && !isLiteral(node.arguments[0]))
        use('regex', node.start);
    },
    MemberExpression(node) {
      const property =
        node.property.type === 'Identifier' && !node.computed
          ? node.property.name
          : isLiteral(node.property)
            ? String(node.property.value)
            : '';
      if (property === 'innerHTML' || property === 'outerHTML' || property === 'insertAdjacentHTML')
        use('html', node.start);
      if (
        property === 'env' &&
        node.object.type === 'Identifier' &&
        processNames.has(node.object.name) &&
        !handedOver.has(node.start)
      )
        use('environment', node.start);
    },
    JSXIdentifier(node) {
      if (node.name === 'dangerouslySetInnerHTML') use('html', node.start);
    },
    Identifier(node) {
      if (node.name === 'dangerouslySetInnerHTML') use('html', node.start);
      if (node.name === 'timingSafeEqual') use('signature', node.start);
    },
  });
  visitor.visit(program);
  return violations;
}

function isLiteral(node: { type: string } | undefined): node is { type: 'Literal'; value: unknown } {
  return node?.type === 'Literal';
}

function isComposed(node: { type: string } | undefined): boolean {
  return (
    node !== undefined &&
    (node.type === 'BinaryExpression' ||
      (node.type === 'TemplateLiteral' && (node as unknown as { expressions: unknown[] }).expressions.length > 0))
  );
}
