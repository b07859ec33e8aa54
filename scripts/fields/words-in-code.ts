import type { Node } from 'typescript/unstable/ast';
import { isIdentifier, isPropertyAccessExpression, isStringLiteral } from 'typescript/unstable/ast/is';
import type { Program } from './open-program.ts';

export interface WordsInCode {
  /** String literals. */
  readonly texts: ReadonlySet<string>;
  /** Property chains such as `store.createPayment`. */
  readonly chains: ReadonlySet<string>;
}

/** @param where the files to search, relative to the root */
export function wordsInCode({ project, files, root }: Program, where: RegExp): WordsInCode {
  const texts = new Set<string>();
  const chains = new Set<string>();
  const visit = (node: Node): void => {
    if (isStringLiteral(node)) texts.add(node.text);
    if (isPropertyAccessExpression(node)) {
      const before = node.expression;
      if (isPropertyAccessExpression(before)) chains.add(`${before.name.text}.${node.name.text}`);
      else if (isIdentifier(before)) chains.add(`${before.text}.${node.name.text}`);
    }
    node.forEachChild(visit);
  };
  for (const file of files)
    if (where.test(file.slice(root.length + 1))) project.program.getSourceFile(file)?.forEachChild(visit);
  return { texts, chains };
}
