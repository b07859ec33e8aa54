// Prepared statements that run in one transaction and one round trip (`Database.runBatch`). None can use the rows of
// another, so a statement that must not run alone fails by itself, for example by a foreign key.
import type { Transaction } from 'kysely';
import { getStatementName, type PreparedStatementText, type Statement } from './define-statement.ts';
import type { NamedStatement } from './prepared-query.ts';
import type { Tables } from './tables.ts';

export class StatementBatch {
  readonly statements: NamedStatement[] = [];

  add<Parameters extends object>(
    { text, valuesOf }: PreparedStatementText<Parameters, unknown>,
    parameters: Parameters,
  ): void {
    this.addText(text, valuesOf(parameters));
  }

  /** For texts from elsewhere. There must be few: each stays prepared as long as its connection lives. */
  addText(text: string, values: readonly unknown[]): void {
    this.statements.push({ name: getStatementName(text), text, values });
  }
}

/** Where a write belongs that needs no answer: the transaction runs it now, the batch later. */
export type WriteTarget = Transaction<Tables> | StatementBatch;

export async function write<Parameters extends object>(
  target: WriteTarget,
  statement: Statement<Parameters, never>,
  parameters: Parameters,
): Promise<void> {
  if (target instanceof StatementBatch) target.add(statement, parameters);
  else await statement(target, parameters);
}
