// Derives the SQL of a piece of source code: fragments are followed to their definitions, and values become
// placeholders.
import type { CallExpression, Expression, Node, TemplateExpression } from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isAwaitExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isNonNullExpression,
  isNumericLiteral,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isSpreadElement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { SymbolFlags, type Checker, type Project, type Symbol } from 'typescript/unstable/sync';

/** The argument of each function parameter, by the parameter's declaration. */
type Bindings = ReadonlyMap<string, Bound>;

interface Bound {
  readonly node: Node;
  readonly bindings: Bindings;
}

/** Two marks enclose the name of a value; an unnamed value has nothing between them. */
const mark = '\u0001';

/**
 * All SQL texts that the expression can produce; several if it contains a condition. Throws if the code cannot be
 * followed.
 * @param places the parameter of a function that writes SQL; its properties are placeholders
 */
export function deriveSqlTexts(project: Project, expression: Expression, places?: Node): string[] {
  const { checker } = project;

  const write = (given: Node, bindings: Bindings): string[] => {
    const node = unwrap(given);
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isNumericLiteral(node)) return [node.text];
    if (isTaggedTemplateExpression(node)) {
      const { template } = node;
      if (!isTemplateExpression(template)) return write(template, bindings);
      return writeTemplate(template, (each) => writePart(each, bindings));
    }
    if (isTemplateExpression(node)) return writeTemplate(node, (each) => write(each, bindings));
    if (isConditionalExpression(node)) return writeAll([node.whenTrue, node.whenFalse], bindings);
    if (isCallExpression(node)) return writeCall(node, bindings);
    const place = findPlace(node, bindings);
    if (place !== undefined) return [mark + place + mark];
    if (isElementAccessExpression(node)) {
      const owner = follow(node.expression, bindings);
      if (isObjectLiteralExpression(owner.node))
        return writeAll(
          owner.node.properties.filter(isPropertyAssignment).map((each) => each.initializer),
          owner.bindings,
        );
    }
    const found = follow(node, bindings);
    if (found.node === node) throw new Error(`cannot follow "${node.getText().slice(0, 60)}"`);
    return write(found.node, found.bindings);
  };

  const writeAll = (nodes: readonly Node[], bindings: Bindings): string[] => [
    ...new Set(nodes.flatMap((each) => write(each, bindings))),
  ];

  /** In a tagged template and in a list, anything that is not a fragment is a value. */
  const writePart = (node: Node, bindings: Bindings): string[] =>
    isSqlFragment(checker, node) ? write(node, bindings) : [mark + mark];

  /** The name of the value if the expression is a property of `places`. */
  const findPlace = (node: Node, bindings: Bindings): string | undefined => {
    if (!places) return undefined;
    if (isPropertyAccessExpression(node)) return isPlaces(node.expression, bindings) ? node.name.text : undefined;
    const declaration = declarationOf(project, node);
    if (!declaration || !isBindingElement(declaration)) return undefined;
    const parameter = declaration.parent.parent;
    const bound = bindings.get(keyOf(parameter));
    if (parameter !== places && !(bound && isPlaces(bound.node, bound.bindings))) return undefined;
    return (declaration.propertyName ?? declaration.name)?.getText();
  };

  const isPlaces = (node: Node, bindings: Bindings): boolean => {
    const declaration = declarationOf(project, node);
    if (!declaration) return false;
    const bound = bindings.get(keyOf(declaration));
    return bound ? isPlaces(bound.node, bound.bindings) : declaration === places;
  };

  /** The expression behind a name or a property; the node itself if the code does not define it. */
  const follow = (given: Node, bindings: Bindings): Bound => {
    const node = unwrap(given);
    if (isPropertyAccessExpression(node)) {
      const owner = follow(node.expression, bindings);
      const value = propertyOf(owner.node, node.name.text);
      return value ? follow(value, owner.bindings) : { node, bindings };
    }
    const declaration = isIdentifier(node) ? declarationOf(project, node) : undefined;
    if (!declaration) return { node, bindings };
    const bound = bindings.get(keyOf(declaration));
    if (bound) return follow(bound.node, bound.bindings);
    if (isVariableDeclaration(declaration) && declaration.initializer) return follow(declaration.initializer, bindings);
    if (isBindingElement(declaration)) {
      const holder = bindings.get(keyOf(declaration.parent.parent));
      const owner = holder && follow(holder.node, holder.bindings);
      const name = (declaration.propertyName ?? declaration.name)?.getText() ?? '';
      const value = owner && propertyOf(owner.node, name);
      if (value) return follow(value, owner.bindings);
    }
    return { node, bindings };
  };

  const writeCall = (node: CallExpression, bindings: Bindings): string[] => {
    const { expression: callee } = node;
    const [first, second] = node.arguments;
    if (isPropertyAccessExpression(callee) && first) {
      if (isIdentifier(callee.expression) && callee.expression.text === 'sql') {
        if (callee.name.text === 'lit') return isNumber(checker, first) ? ['1'] : [`'1'`];
        if (callee.name.text !== 'join') return write(first, bindings);
        const [separator] = second ? write(second, bindings) : [', '];
        return combine(listParts(first, bindings)).map((parts) => parts.join(separator));
      }
      if (callee.name.text === 'as') return write(callee.expression, bindings);
    }
    const called = functionOf(project, callee);
    if (!called) throw new Error(`cannot follow the call "${node.getText().slice(0, 60)}"`);
    const inner = new Map(bindings);
    for (const [at, parameter] of called.parameters.entries()) {
      const given = node.arguments[at] ?? parameter.initializer;
      if (given) inner.set(keyOf(parameter), { node: given, bindings });
    }
    return writeAll(findReturnedExpressions(called.body), inner);
  };

  /** The possible texts of each list item. Of two lists the longer one counts, and a mapped list has one item. */
  const listParts = (given: Node, bindings: Bindings): string[][] => {
    const { node, bindings: inner } = follow(given, bindings);
    if (isArrayLiteralExpression(node))
      return node.elements.flatMap((each) =>
        isSpreadElement(each) ? listParts(each.expression, inner) : [writePart(each, inner)],
      );
    if (isConditionalExpression(node)) {
      const [one, other] = [listParts(node.whenTrue, inner), listParts(node.whenFalse, inner)];
      return one.length > other.length ? one : other;
    }
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const [make] = node.arguments;
      const results = make && isArrowFunction(make) ? findReturnedExpressions(make.body) : [];
      if (node.expression.name.text === 'map') return [results.flatMap((each) => writePart(each, inner))];
      if (node.expression.name.text === 'flatMap') return results.flatMap((each) => listParts(each, inner));
    }
    throw new Error(`cannot follow the list "${node.getText().slice(0, 60)}"`);
  };

  return write(expression, new Map()).map(numberPlaces);
}

function writeTemplate(node: TemplateExpression, write: (part: Expression) => string[]): string[] {
  const parts: string[][] = [[node.head.text]];
  for (const span of node.templateSpans) parts.push(write(span.expression), [span.literal.text]);
  return combine(parts).map((each) => each.join(''));
}

const combine = (choices: readonly (readonly string[])[]): string[][] =>
  choices.reduce<string[][]>((made, next) => made.flatMap((begun) => next.map((each) => [...begun, each])), [[]]);

function numberPlaces(text: string): string {
  const names: string[] = [];
  return text.replaceAll(new RegExp(`${mark}(.*?)${mark}`, 'g'), (_, name: string) => {
    if (name === '' || !names.includes(name)) names.push(name);
    return `$${name === '' ? names.length : names.indexOf(name) + 1}`;
  });
}

export function isSqlFragment(checker: Checker, node: Node): boolean {
  const type = checker.getTypeAtLocation(node);
  return type !== undefined && checker.getPropertyOfType(type, 'toOperationNode') !== undefined;
}

const isNumber = (checker: Checker, node: Node): boolean => {
  const type = checker.getTypeAtLocation(node);
  return type !== undefined && checker.isTypeAssignableTo(type, checker.getNumberType());
};

const keyOf = (node: Node): string => `${node.getSourceFile().fileName}:${node.pos}:${node.kind}`;

function declarationOf({ checker }: Project, node: Node): Node | undefined {
  let symbol: Symbol | undefined = checker.getSymbolAtLocation(node);
  if (symbol && (symbol.flags & SymbolFlags.Alias) !== 0) symbol = checker.getAliasedSymbol(symbol);
  return symbol?.valueDeclaration?.resolve();
}

function unwrap(node: Node): Node {
  return isParenthesizedExpression(node) ||
    isAsExpression(node) ||
    isSatisfiesExpression(node) ||
    isNonNullExpression(node) ||
    isAwaitExpression(node)
    ? unwrap(node.expression)
    : node;
}

function propertyOf(node: Node, name: string): Node | undefined {
  if (!isObjectLiteralExpression(node)) return undefined;
  for (const each of node.properties)
    if (isPropertyAssignment(each) && each.name.getText() === name) return each.initializer;
  return undefined;
}

function functionOf(project: Project, callee: Node) {
  const declaration = declarationOf(project, callee);
  if (declaration && isFunctionDeclaration(declaration) && declaration.body) return declaration;
  const written = declaration && isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return written && (isArrowFunction(written) || isFunctionExpression(written)) ? written : undefined;
}

export function findReturnedExpressions(body: Node | undefined): Node[] {
  if (!body) return [];
  if (!isBlock(body)) return [body];
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (isReturnStatement(node) && node.expression) found.push(node.expression);
    if (!isArrowFunction(node) && !isFunctionExpression(node)) node.forEachChild(visit);
  };
  visit(body);
  return found;
}
