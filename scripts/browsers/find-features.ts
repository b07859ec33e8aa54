// Finds the browser features that a program needs: globals, their members, methods by name, attributes and syntax.
// Types are unknown here, so a method or an attribute is a problem only if every interface with that name is too new;
// the caller decides that. Features that the program tests for (`typeof`, `in`, `?.`, a condition) are not needed.
import { parseAst } from 'vite';
import { findFeature, namesBelow, type Feature } from './compat-data.ts';

/** Any one of the features is sufficient. */
export interface Need {
  /** As written in the program. */
  readonly name: string;
  readonly features: readonly Feature[];
}

export function findNeeds(code: string, lang: 'js' | 'ts' = 'js'): Need[] {
  const program = parseAst(code, { lang, sourceType: 'module' } as object) as unknown as Node;
  const declared = new Set<string>();
  const found = new Map<string, Need>();
  const scopes: Set<string>[] = [];
  const guards = new Map<Node, Set<string>>();
  lookAround(program, declared, guards);

  const need = (name: string, features: readonly (Feature | undefined)[], words: readonly string[]): void => {
    const known = features.filter((feature) => feature !== undefined);
    if (known.length === 0 || words.some((word) => scopes.some((scope) => scope.has(word)))) return;
    found.set(name, { name, features: known });
  };
  const walk = (node: Node, parent: Node | undefined): void => {
    const scope = guards.get(node);
    if (scope) scopes.push(scope);
    const syntax = syntaxOf(node);
    if (syntax) need(syntax.join('.'), [syntaxFeature(syntax)], []);
    if (node.type === 'Identifier' && isReference(node, parent) && !declared.has(String(node['name'])))
      need(String(node['name']), globalFeatures(String(node['name'])), [String(node['name'])]);
    if (node.type === 'MemberExpression' && node['computed'] === false) needMember(node, parent);
    for (const name of attributesOf(node)) need(`attribute ${name}`, attributesByName().get(name) ?? [], [name]);
    for (const child of childrenOf(node)) walk(child, node);
    if (scope) scopes.pop();
  };
  const needMember = (node: Node, parent: Node | undefined): void => {
    const name = keyOf(node['property'] as Node);
    const owner = node['object'] as Node;
    const root = owner.type === 'Identifier' ? String(owner['name']) : '';
    if (root !== '' && !declared.has(root)) {
      const members = memberFeatures(root, name);
      // Reading a missing member is not an error.
      if (members.length > 0) return isUsed(node, parent) ? need(`${root}.${name}`, members, [name, root]) : undefined;
    }
    const isCalled = parent?.type === 'CallExpression' && parent['callee'] === node;
    if (isCalled && root !== 'React') need(`.${name}()`, methodsByName().get(name) ?? [], [name]);
  };
  walk(program, undefined);
  return [...found.values()];
}

/** Whether the value is called, constructed, or accessed for a member. */
function isUsed(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'MemberExpression') return parent['object'] === node && parent['optional'] !== true;
  return (
    /^(Call|New)Expression$/.test(parent?.type ?? '') && parent?.['callee'] === node && parent['optional'] !== true
  );
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Attributes of a rendered element: `jsx('ul', { popover: 'auto' })`. */
function attributesOf(node: Node): string[] {
  if (node.type !== 'CallExpression') return [];
  const [element, fields] = node['arguments'] as readonly (Node | undefined)[];
  if (element?.type !== 'Literal' || fields?.type !== 'ObjectExpression') return [];
  if (!findFeature('html', 'elements', String(element['value']))) return [];
  return (fields['properties'] as readonly Node[])
    .filter(({ type }) => type === 'Property')
    .map((field) => keyOf(field['key'] as Node).toLowerCase());
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value)) children.push(...value.filter(isNode));
    else if (isNode(value)) children.push(value);
  }
  return children;
}

function keyOf(key: Node): string {
  const word = key['name'] ?? key['value'] ?? templateOf(key);
  return typeof word === 'string' ? word : '';
}

/** Bundlers also write strings as templates without placeholders. */
const templateOf = ({ quasis }: Node): string =>
  (quasis as { value: { cooked: string } }[] | undefined)?.[0]?.value.cooked ?? '';

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'Program']);

/** Collects the names that a file declares, and the names that each function tests for. */
function lookAround(program: Node, declared: Set<string>, guards: Map<Node, Set<string>>): void {
  const walk = (node: Node, words: Set<string>): void => {
    const own = functions.has(node.type) ? new Set<string>() : words;
    if (own !== words) guards.set(node, own);
    for (const word of testedWords(node)) own.add(word);
    collectDeclared(node, declared);
    for (const child of childrenOf(node)) walk(child, own);
  };
  walk(program, new Set());
}

function testedWords(node: Node): string[] {
  if (node.type === 'UnaryExpression' && node['operator'] === 'typeof') return wordsOf(node['argument'] as Node);
  if (node.type === 'BinaryExpression' && node['operator'] === 'in') return [keyOf(node['left'] as Node)];
  if (node.type === 'CallExpression' && node['optional'] === true) return wordsOf(node['callee'] as Node);
  if (node.type === 'MemberExpression' && node['optional'] === true) return wordsOf(node['object'] as Node);
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') return testsIn(node['test'] as Node);
  if (node.type === 'LogicalExpression') return testsIn(node['left'] as Node);
  return [];
}

function testsIn(test: Node): string[] {
  if (test.type === 'UnaryExpression' && test['operator'] === '!') return testsIn(test['argument'] as Node);
  if (test.type === 'LogicalExpression') return [...testsIn(test['left'] as Node), ...testsIn(test['right'] as Node)];
  // A comparison with a missing value: `=== undefined`, `!= null`, `void 0`.
  if (test.type === 'BinaryExpression') return wordsOf(test['left'] as Node);
  return wordsOf(test);
}

function wordsOf(node: Node): string[] {
  if (node.type === 'Identifier') return [String(node['name'])];
  if (node.type === 'MemberExpression' && node['computed'] === false) return [keyOf(node['property'] as Node)];
  if (node.type === 'ChainExpression') return wordsOf(node['expression'] as Node);
  return [];
}

function collectDeclared(node: Node, declared: Set<string>): void {
  const named = (pattern: unknown): void => {
    if (!isNode(pattern)) return;
    if (pattern.type === 'Identifier') declared.add(String(pattern['name']));
    else if (pattern.type === 'Property') named(pattern['value']);
    else if (/Pattern$|^RestElement$/.test(pattern.type)) childrenOf(pattern).forEach(named);
  };
  if (/^(VariableDeclarator|FunctionDeclaration|ClassDeclaration|TS\w+Declaration)$/.test(node.type)) named(node['id']);
  if (functions.has(node.type)) for (const param of (node['params'] as unknown[] | undefined) ?? []) named(param);
  if (node.type === 'CatchClause') named(node['param']);
  if (/^Import(Default|Namespace)?Specifier$/.test(node.type)) named(node['local']);
}

function isReference(node: Node, parent: Node | undefined): boolean {
  if (!parent) return true;
  if (parent.type.startsWith('TS') || /^(Import|Export)\w*Specifier$/.test(parent.type)) return false;
  if (parent.type === 'MemberExpression') return parent['object'] === node || parent['computed'] === true;
  if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(parent.type))
    return parent['key'] !== node || parent['computed'] === true || parent['shorthand'] === true;
  return !/^(LabeledStatement|BreakStatement|ContinueStatement|MetaProperty)$/.test(parent.type);
}

const globalFeatures = (name: string): (Feature | undefined)[] => [
  findFeature('javascript', 'builtins', name) ?? findFeature('api', name) ?? findFeature('api', 'Window', name),
];

/** Global objects with their interfaces. */
const instances: ReadonlyMap<string, readonly string[]> = new Map([
  ['navigator', ['Navigator']],
  ['document', ['Document', 'Node', 'EventTarget']],
  ['location', ['Location']],
  ['history', ['History']],
  ['screen', ['Screen']],
  ['performance', ['Performance', 'EventTarget']],
  ['crypto', ['Crypto']],
]);
const globals = new Set(['window', 'globalThis', 'self']);

function memberFeatures(root: string, name: string): Feature[] {
  const paths = globals.has(root)
    ? [
        ['javascript', 'builtins', name],
        ['api', name],
        ['api', 'Window', name],
      ]
    : (instances.get(root) ?? []).map((type) => ['api', type, name]);
  const own = [
    ['javascript', 'builtins', root, name],
    ['api', root, `${name}_static`],
    ['api', root, name],
  ];
  return [...paths, ...own].map((path) => findFeature(...path)).filter((feature) => feature !== undefined);
}

let methods: Map<string, Feature[]> | undefined;

/** Every method and property of every interface, by name. */
function methodsByName(): Map<string, Feature[]> {
  methods ??= byName([
    ...['javascript.builtins', 'api'].flatMap((area) => {
      const path = area.split('.');
      return namesBelow(...path).flatMap((type) => namesBelow(...path, type).map((name) => [...path, type, name]));
    }),
    // Types nested in a namespace such as Intl.
    ...namesBelow('javascript', 'builtins', 'Intl').flatMap((type) =>
      namesBelow('javascript', 'builtins', 'Intl', type).map((name) => ['javascript', 'builtins', 'Intl', type, name]),
    ),
  ]);
  return methods;
}

let attributes: Map<string, Feature[]> | undefined;

function attributesByName(): Map<string, Feature[]> {
  attributes ??= byName([
    ...namesBelow('html', 'global_attributes').map((name) => ['html', 'global_attributes', name]),
    ...namesBelow('html', 'elements').flatMap((element) =>
      namesBelow('html', 'elements', element).map((name) => ['html', 'elements', element, name]),
    ),
  ]);
  return attributes;
}

function byName(paths: readonly (readonly string[])[]): Map<string, Feature[]> {
  const all = new Map<string, Feature[]>();
  for (const path of paths) {
    const feature = findFeature(...path);
    const name = (path.at(-1) ?? '').replace(/_static$/, '');
    if (feature) all.set(name, [...(all.get(name) ?? []), feature]);
  }
  return all;
}

const operators = ['javascript', 'operators'];
const regular = ['javascript', 'regular_expressions'];

/** Throws for a path that the data do not contain, because the check would silently always pass. */
function syntaxFeature(path: readonly string[]): Feature {
  const feature = findFeature(...path);
  if (!feature)
    throw new Error(`The compatibility data have no ${path.join('.')} any more: find-features.ts names it.`);
  return feature;
}

/** The feature path of newer syntax. */
function syntaxOf(node: Node): string[] | undefined {
  if (node.type === 'ChainExpression') return [...operators, 'optional_chaining'];
  if (node.type === 'LogicalExpression' && node['operator'] === '??') return [...operators, 'nullish_coalescing'];
  const assignment = node.type === 'AssignmentExpression' ? assignments.get(String(node['operator'])) : undefined;
  if (assignment !== undefined) return [...operators, assignment];
  if (node.type === 'StaticBlock') return ['javascript', 'classes', 'static', 'initialization_blocks'];
  if (node.type === 'PropertyDefinition')
    return [
      'javascript',
      'classes',
      (node['key'] as Node).type === 'PrivateIdentifier' ? 'private_class_fields' : 'public_class_fields',
    ];
  if (node.type === 'MethodDefinition' && (node['key'] as Node).type === 'PrivateIdentifier')
    return ['javascript', 'classes', 'private_class_methods'];
  if (node.type === 'BinaryExpression' && (node['left'] as Node).type === 'PrivateIdentifier')
    return ['javascript', 'classes', 'private_class_fields_in'];
  if (node.type === 'VariableDeclaration' && String(node['kind']).includes('using'))
    return ['javascript', 'statements', String(node['kind']).replace(' ', '_')];
  if (node.type === 'ImportExpression') return [...operators, 'import'];
  if (node.type === 'MetaProperty' && keyOf(node['meta'] as Node) === 'import') return [...operators, 'import_meta'];
  if (node.type === 'ForOfStatement' && node['await'] === true) return ['javascript', 'statements', 'for_await_of'];
  if (node.type === 'CatchClause' && !node['param'])
    return ['javascript', 'statements', 'try_catch', 'optional_catch_binding'];
  return node.type === 'Literal' && isNode(node) && node['regex'] ? patternOf(node['regex'] as Pattern) : undefined;
}

const assignments = new Map([
  ['??=', 'nullish_coalescing_assignment'],
  ['||=', 'logical_or_assignment'],
  ['&&=', 'logical_and_assignment'],
  ['**=', 'exponentiation_assignment'],
]);

interface Pattern {
  readonly pattern: string;
  readonly flags: string;
}

/** The newest feature that a regular expression uses. */
function patternOf({ pattern, flags }: Pattern): string[] | undefined {
  if (/\(\?[ims-]+:/.test(pattern)) return [...regular, 'modifier'];
  if (flags.includes('v')) return ['javascript', 'builtins', 'RegExp', 'unicodeSets'];
  if (/\(\?<[=!]/.test(pattern)) return [...regular, 'lookbehind_assertion'];
  if (flags.includes('d')) return ['javascript', 'builtins', 'RegExp', 'hasIndices'];
  if (/\(\?<\w/.test(pattern)) return [...regular, 'named_capturing_group'];
  return /\\[pP]\{/.test(pattern) ? [...regular, 'unicode_character_class_escape'] : undefined;
}
