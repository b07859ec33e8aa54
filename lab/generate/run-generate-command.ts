import { sql } from 'kysely';
import { buildUsageError, describeUsage, readCommand, type SubcommandDefinitions } from '#server/db/read-command.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { generatedMailDomain } from './generate-accounts.ts';
import { generateData, type DataSize } from './generate-data.ts';

const forms = {
  '*': {
    words: [],
    options: { games: 'number', accounts: 'number', orders: 'number', events: 'number', yes: true },
    does: 'fills the database with generated data for load tests; existing rows stay as they are',
  },
} as const satisfies SubcommandDefinitions;

interface GenerateArguments {
  readonly size: DataSize;
  readonly isSure: boolean;
}

export function readGenerateArguments(given: readonly string[]): GenerateArguments {
  const { options } = readCommand('generate', forms, given);
  const count = (name: keyof DataSize): number => {
    const text = options[name] ?? '0';
    if (!/^\d{1,9}$/.test(text))
      throw buildUsageError(`--${name} ${text} isn't a whole number.`, describeUsage('generate', forms));
    return Number(text);
  };
  const size = { games: count('games'), accounts: count('accounts'), orders: count('orders'), events: count('events') };
  if (Object.values(size).every((each) => each === 0))
    throw buildUsageError('Nothing to generate.', describeUsage('generate', forms));
  return { size, isSure: options.yes === true };
}

export async function runGenerateCommand(
  { size, isSure }: GenerateArguments,
  { database, report, now }: Pick<DatabaseCommandDeps, 'database' | 'report' | 'now'>,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from accounts where email is null or email not like ${`%@${generatedMailDomain}`}
  `.execute(database.kysely);
  const others = rows[0]?.count ?? 0;
  if (others > 0 && !isSure)
    throw new Error(
      `The database has ${others} accounts that were not generated. Generated data can't be removed again. Use an empty database, or add --yes.`,
    );
  await generateData(database, { size, now: now(), report });
}
