// Finds the places in a file that may use a field: property names, and values that are passed to a declared type.
import {
  SyntaxKind,
  type BindingElement,
  type Expression,
  type Node,
  type ObjectBindingPattern,
  type SourceFile,
} from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isBlock,
  isCallExpression,
  isElementAccessExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isStringLiteral,
} from 'typescript/unstable/ast/is';

export interface Places {
  readonly accesses: readonly { name: Node; owner: Node; isAssigned: boolean }[];
  readonly patterns: readonly { pattern: ObjectBindingPattern; names: readonly string[] }[];
  /** Values passed to a parameter, a result or a property. */
  readonly values: readonly Expression[];
  /** Names of properties that are assigned an empty literal. */
  readonly empties: readonly Node[];
}

/** @param isDeep includes every object, whatever its property names */
export function findPlaces(source: SourceFile, names: ReadonlySet<string>, isDeep: boolean): Places {
  const accesses: { name: Node; owner: Node; isAssigned: boolean }[] = [];
  const patterns: { pattern: ObjectBindingPattern; names: string[] }[] = [];
  const values: Expression[] = [];
  const empties: Node[] = [];
  const visit = (node: Node): void => {
    if (isPropertyAccessExpression(node) && names.has(node.name.text))
      accesses.push({ name: node.name, owner: node.expression, isAssigned: isAssigned(node) });
    else if (isElementAccessExpression(node) && isStringLiteral(node.argumentExpression)) {
      if (names.has(node.argumentExpression.text))
        accesses.push({ name: node.argumentExpression, owner: node.expression, isAssigned: isAssigned(node) });
    } else if (isObjectBindingPattern(node)) {
      const bound = node.elements.flatMap((each) => boundName(each)).filter((name) => names.has(name));
      if (bound.length > 0) patterns.push({ pattern: node, names: bound });
    } else if (isObjectLiteralExpression(node)) {
      const concerns = node.properties.some(
        (each) =>
          isSpreadAssignment(each) ||
          ((isPropertyAssignment(each) || isShorthandPropertyAssignment(each)) &&
            (isIdentifier(each.name) || isStringLiteral(each.name)) &&
            names.has(each.name.text)),
      );
      if (concerns || isDeep) values.push(node);
      for (const each of node.properties)
        if (isPropertyAssignment(each)) {
          if (isOpaque(each.initializer)) values.push(each.initializer);
          if (
            isNothing(each.initializer) &&
            (isIdentifier(each.name) || isStringLiteral(each.name)) &&
            names.has(each.name.text)
          )
            empties.push(each.name);
        }
    } else if (isCallExpression(node)) values.push(...node.arguments.filter(isOpaque));
    else if (isReturnStatement(node) && node.expression && isOpaque(node.expression)) values.push(node.expression);
    else if (isArrowFunction(node) && !isBlock(node.body) && isOpaque(node.body)) values.push(node.body);
    node.forEachChild(visit);
  };
  visit(source);
  return { accesses, patterns, values, empties };
}

/** Whether the expression is a literal `[]`, `''`, `false`, `null` or `undefined`. */
function isNothing(node: Expression): boolean {
  if (isArrayLiteralExpression(node)) return node.elements.length === 0;
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text === '';
  return NOTHING.has(node.kind) || (isIdentifier(node) && node.text === 'undefined');
}

const NOTHING: ReadonlySet<SyntaxKind> = new Set([SyntaxKind.FalseKeyword, SyntaxKind.NullKeyword]);

/** Whether the expression refers to a value that was created elsewhere. */
function isOpaque(node: Node): boolean {
  return OPAQUE.has(node.kind);
}

const OPAQUE: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.Identifier,
  SyntaxKind.PropertyAccessExpression,
  SyntaxKind.CallExpression,
  SyntaxKind.AwaitExpression,
  SyntaxKind.ConditionalExpression,
  SyntaxKind.BinaryExpression,
]);

function boundName({ propertyName, name }: BindingElement): string[] {
  const bound = propertyName ?? name;
  return bound && (isIdentifier(bound) || isStringLiteral(bound)) ? [bound.text] : [];
}

function isAssigned(node: Node): boolean {
  const { parent } = node as Node & { parent?: Node & { left?: Node; operatorToken?: Node } };
  return parent?.left === node && parent.operatorToken?.kind === SyntaxKind.EqualsToken;
}
