// Finds the TypeScript types that the source code claims for SQL: for the rows of a statement and for the value of an
// expression.
import type { Expression, Node, SourceFile } from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isStringLiteral,
  isTaggedTemplateExpression,
} from 'typescript/unstable/ast/is';
import type { Project } from 'typescript/unstable/sync';
import { readColumnTypes, readValueType, type ColumnTypes, type SqlValueType } from './value-types.ts';
import { findReturnedExpressions, deriveSqlTexts } from './write-out.ts';

export type SqlTypeClaim = { readonly place: string; readonly texts: readonly string[] } & (
  | { readonly rows: ColumnTypes | undefined }
  | { readonly value: SqlValueType; readonly tables: readonly string[] }
);

export interface SqlTypeClaims {
  readonly claims: readonly SqlTypeClaim[];
  /** Places whose SQL cannot be derived from the code, with the reason. */
  readonly unreadable: readonly { readonly place: string; readonly reason: string }[];
}

export function findSqlTypeClaims(project: Project, root: string, files: readonly string[]): SqlTypeClaims {
  const claims: SqlTypeClaim[] = [];
  const unreadable: { place: string; reason: string }[] = [];
  for (const file of files) {
    const source = project.program.getSourceFile(file);
    if (!source) throw new Error(`${file} is not part of the program.`);
    if (!/sql[.<`]|defineStatement|\bfn\b/.test(source.text)) continue;
    const visit = (node: Node): void => {
      const place = `${file.slice(root.length + 1)}:${lineOf(source, node)}`;
      try {
        const claim = readClaim(project, node);
        if (claim) claims.push({ place, ...claim });
      } catch (error) {
        unreadable.push({ place, reason: error instanceof Error ? error.message : String(error) });
      }
      node.forEachChild(visit);
    };
    visit(source);
  }
  return { claims, unreadable };
}

type Read = SqlTypeClaim extends infer Each ? (Each extends SqlTypeClaim ? Omit<Each, 'place'> : never) : never;

function readClaim(project: Project, node: Node): Read | undefined {
  const { checker } = project;
  if (isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql') {
    const claimed = node.typeArguments?.[0];
    const type = claimed && checker.getTypeFromTypeNode(claimed);
    if (isExecuted(node)) {
      const texts = deriveSqlTexts(project, node);
      if (!texts.every((text) => /^\s*(with|select|insert|update|delete)\b/i.test(text))) return undefined;
      return { texts, rows: type && readColumnTypes(checker, type) };
    }
    if (!type) return undefined;
    return { texts: deriveSqlTexts(project, node), value: readValueType(checker, type), tables: tablesAround(node) };
  }
  if (isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === 'defineStatement') {
    const [write] = node.arguments;
    const claimed = node.typeArguments?.[1];
    if (!write || !isArrowFunction(write)) throw new Error('is not given a function');
    const texts = findReturnedExpressions(write.body).flatMap((each) =>
      deriveSqlTexts(project, each as Expression, write.parameters[0]),
    );
    const type = claimed && checker.getTypeFromTypeNode(claimed);
    return { texts, rows: type && readColumnTypes(checker, type) };
  }
  // The query builder does not check these type arguments either.
  if (isCallExpression(node) && node.typeArguments?.[0] && isPropertyAccessExpression(node.expression)) {
    const type = checker.getTypeFromTypeNode(node.typeArguments[0]);
    const method = node.expression.name.text;
    const [first] = node.arguments;
    if (!type) return undefined;
    if (/^count(All)?$/.test(method)) return { texts: ['count(*)'], value: readValueType(checker, type), tables: [] };
    if (/^sql[.]ref$/.test(node.expression.getText()) && first)
      return { texts: deriveSqlTexts(project, first), value: readValueType(checker, type), tables: tablesAround(node) };
    if (/^(sum|avg|min|max|agg|coalesce|fn|cast)$/.test(method)) throw new Error('claims a type: write it as sql<…>');
  }
  return undefined;
}

// A compiled statement is executed too: `runPrepared` takes its text.
const isExecuted = ({ parent }: Node): boolean =>
  isPropertyAccessExpression(parent) && /^(execute|compile)$/.test(parent.name.text);

function tablesAround(node: Node): string[] {
  const found = new Set<string>();
  const visit = (each: Node): void => {
    if (isCallExpression(each) && isPropertyAccessExpression(each.expression)) {
      const [name] = each.arguments;
      if (name && isStringLiteral(name) && TAKES_TABLE.test(each.expression.name.text)) found.add(name.text);
    }
  };
  for (let at: Node | undefined = node; at && !isArrowFunction(at.parent ?? at); at = at.parent) {
    for (let link: Node = at; isCallExpression(link) || isPropertyAccessExpression(link); link = link.expression)
      visit(link);
  }
  return [...found];
}

const TAKES_TABLE = /^(selectFrom|updateTable|insertInto|deleteFrom|using|from|\w*Join)$/;

const lineOf = (source: SourceFile, node: Node): number =>
  source.text.slice(0, node.getStart(source)).split('\n').length;
