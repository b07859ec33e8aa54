// One gateway for each dangerous primitive: only the gateway's files may use it directly.
import { Visitor } from 'vite';

import { isTestFile } from './check-imports.ts';
import { lineOf, parse, type Source, type Violation } from './read-sources.ts';

export interface Gateway {
  readonly rule: string;
  /** The files to which the rule applies. */
  readonly within: RegExp;
  /** The files that may use the primitive. */
  readonly door: RegExp;
  readonly use: string;
}

export type GatewayName =
  | 'fetch'
  | 'redirect'
  | 'navigation'
  | 'link'
  | 'regex'
  | 'html'
  | 'environment'
  | 'signature'
  | 'sql'
  | 'time';

export function checkGateways(source: Source, doors: Readonly<Record<GatewayName, Gateway>>): Violation[] {
  if (isTestFile(source.path)) return [];
  const { program, text, imports } = parse(source);
  const violations: Violation[] = [];
  const use = (name: GatewayName, start: number) => {
    const { rule, within, door, use: advice } = doors[name];
    if (within.test(source.path) && !door.test(source.path))
      violations.push({ path: `${source.path}:${lineOf(text, start)}`, rule, what: advice });
  };

  for (const { specifier, start } of imports) {
    if (/^(undici|axios|got|node-fetch)$/.test(specifier)) use('fetch', start);
  }
  const processNames = new Set(['process']);
  // Positions where code passes the environment on to its reader, which is allowed.
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
      if (callee.type === 'Identifier' && callee.name === 'Date') use('time', node.start);
      if (callee.type !== 'MemberExpression' || callee.computed) return;
      const method = callee.property.type === 'Identifier' ? callee.property.name : '';
      const owner = callee.object.type === 'Identifier' ? callee.object.name : '';
      if (method === 'fetch' && ['globalThis', 'window', 'self'].includes(owner)) use('fetch', node.start);
      if ((method === 'request' || method === 'get') && ['http', 'https', 'http2'].includes(owner))
        use('fetch', node.start);
      if (method === 'redirect') use('redirect', node.start);
      if ((method === 'assign' || method === 'replace') && isLocation(callee.object) && !isLiteral(node.arguments[0]))
        use('navigation', node.start);
      if (method === 'open' && isWindow(callee.object) && !isLiteral(node.arguments[0])) use('navigation', node.start);
      if (method === 'openWindow') use('navigation', node.start);
      if (method === 'raw' && owner === 'sql') use('sql', node.start);
      if (method === 'query' && isComposed(node.arguments[0])) use('sql', node.start);
    },
    AssignmentExpression({ left, right, start }) {
      const isAddress =
        isLocation(left) ||
        (left.type === 'MemberExpression' && isLocation(left.object) && propertyOf(left) !== 'hash');
      if (isAddress && !isLiteral(right)) use('navigation', start);
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
        use('time', node.start);
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp' && !isLiteral(node.arguments[0]))
        use('regex', node.start);
    },
    MemberExpression(node) {
      const property = propertyOf(node);
      if (property === 'innerHTML' || property === 'outerHTML' || property === 'insertAdjacentHTML')
        use('html', node.start);
      // Also finds the function when it is passed on instead of called.
      if (isNamed(node.object, 'Date') && property === 'now') use('time', node.start);
      if (isNamed(node.object, 'Temporal') && property === 'Now') use('time', node.start);
      if (
        property === 'env' &&
        node.object.type === 'Identifier' &&
        processNames.has(node.object.name) &&
        !handedOver.has(node.start)
      )
        use('environment', node.start);
    },
    JSXOpeningElement({ name, attributes, start }) {
      const tag = name.type === 'JSXIdentifier' ? name.name : '';
      const addresses: readonly string[] = addressAttributes[tag] ?? [];
      for (const each of attributes)
        if (
          each.type === 'JSXAttribute' &&
          each.name.type === 'JSXIdentifier' &&
          addresses.includes(each.name.name) &&
          each.value?.type === 'JSXExpressionContainer' &&
          !isPlaceOnPage(each.value.expression)
        )
          use('link', start);
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

/** Attributes whose value is an address that the browser opens. */
const addressAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  area: ['href'],
  form: ['action'],
  button: ['formAction'],
  input: ['formAction'],
};

interface Member {
  readonly property: { readonly type: string; readonly name?: unknown; readonly value?: unknown };
  readonly computed: boolean;
}

function propertyOf({ property, computed }: Member): string {
  if (property.type === 'Identifier' && !computed) return String(property.name);
  return isLiteral(property) ? String(property.value) : '';
}

/** `location` of this window, a document, a frame or another window. */
function isLocation(node: { type: string }): boolean {
  const isChained = node.type === 'MemberExpression' && propertyOf(node as unknown as Member) === 'location';
  return isChained || (node.type === 'Identifier' && (node as { name?: string }).name === 'location');
}

function isWindow(node: { type: string }): boolean {
  const windows = ['window', 'globalThis', 'self', 'top', 'parent'];
  return node.type === 'Identifier' && windows.includes((node as { name?: string }).name ?? '');
}

function isNamed(node: { type: string }, name: string): boolean {
  return node.type === 'Identifier' && (node as { name?: string }).name === name;
}

/** A fragment link such as `#${name}`. */
function isPlaceOnPage(node: { type: string }): boolean {
  const [first] = (node as { quasis?: { value: { raw: string } }[] }).quasis ?? [];
  return first?.value.raw.startsWith('#') ?? false;
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
