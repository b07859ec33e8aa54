// Runs `npm run operators`: the people who run the portal in the console. It creates the first of them.
import type { Transaction } from 'kysely';
import { operatorRoles, type OperatorRole } from '#model/operator.ts';
import type { Database } from '#server/db/database.ts';
import {
  buildUsageError,
  describeUsage,
  readCommand,
  type ParsedCommand,
  type SubcommandDefinitions,
} from '#server/db/read-command.ts';
import type { Tables } from '#server/db/tables.ts';
import { recordCommand, type RecordChange } from '#server/features/audit-log/audit-log.ts';
import { normalizeEmail } from '#server/features/mail/normalize-email.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import { listOperators } from './list-operators.ts';
import { changeOperator, inviteOperator, removeOperator, resetSecondFactor } from './manage-operators.ts';
import { listStudios, saveStudio } from './studios.ts';

const ofOperator = { role: operatorRoles.join(', '), name: 'name', studio: 'studio, for the role studio' };

const forms = {
  add: {
    words: ['mail address'],
    options: ofOperator,
    does: 'invites an operator: mails the link, or prints it if no mail server is set up',
  },
  list: { words: [], does: 'lists operators and studios' },
  change: { words: ['mail address'], options: ofOperator, does: "changes an operator's role, name or studio" },
  remove: { words: ['mail address'], does: 'removes an operator and ends their sessions' },
  'reset-factor': {
    words: ['mail address'],
    does: 'removes the second factors of an operator who lost them; the next sign-in adds one',
  },
  studio: {
    words: ['studio'],
    options: {
      name: 'name',
      games: 'all its games, separated by commas',
      trusted: true,
      untrusted: true,
    },
    does: 'creates or changes a studio; a trusted one publishes without an approval',
  },
} as const satisfies SubcommandDefinitions;

type OperatorsArguments = ParsedCommand<typeof forms>;

export function readOperatorsArguments(given: readonly string[]): OperatorsArguments {
  const asked = readCommand('operators', forms, given);
  const role = asked.action === 'add' || asked.action === 'change' ? asked.options.role : undefined;
  const refuse = (what: string) => buildUsageError(what, describeUsage('operators', forms));
  if (asked.action === 'add' && role === undefined) throw refuse('--role is missing.');
  if (role !== undefined && !isRole(role)) throw refuse(`${role} isn't one of ${operatorRoles.join(', ')}.`);
  return asked;
}

const isRole = (word: string | undefined): word is OperatorRole => operatorRoles.some((role) => role === word);

export interface OperatorsCommandDeps {
  readonly database: Database;
  readonly consoleUrl: URL | undefined;
  /** Absent: no mail server is set up. */
  readonly queueMail: QueueMail | undefined;
  readonly operator: string;
  readonly report: (line: string) => void;
}

export async function runOperatorsCommand(asked: OperatorsArguments, deps: OperatorsCommandDeps): Promise<void> {
  const { database, operator, report } = deps;
  const record = recordCommand(`operators ${asked.action}`, operator);
  const withOperator = async (
    email: string,
    work: (trx: Transaction<Tables>, operatorId: string, record: RecordChange) => Promise<unknown>,
  ) => {
    const operatorId = await findOperator(database, email);
    return database.transaction((trx) => work(trx, operatorId, record));
  };
  switch (asked.action) {
    case 'add':
      return add(asked, record, deps);
    case 'list':
      return list(deps);
    case 'change': {
      const [email] = asked.words;
      const { name, studio, role } = asked.options;
      const change = { name, studio, role: isRole(role) ? role : undefined };
      const isChanged = await withOperator(email, (trx, operatorId) =>
        changeOperator(trx, { operatorId, ...change }, record),
      );
      return report(isChanged ? `${email} is changed.` : 'Nothing changed.');
    }
    case 'remove': {
      const [email] = asked.words;
      await withOperator(email, (trx, operatorId) => removeOperator(trx, { operatorId }, record));
      return report(`${email} is no longer an operator.`);
    }
    case 'reset-factor': {
      const [email] = asked.words;
      await withOperator(email, (trx, operatorId) => resetSecondFactor(trx, { operatorId }, record));
      return report(`${email} has no second factor any more. Their next sign-in adds one.`);
    }
    case 'studio':
      return changeStudio(asked, record, deps);
  }
}

async function add(
  { words: [email], options }: Extract<OperatorsArguments, { action: 'add' }>,
  record: RecordChange,
  deps: OperatorsCommandDeps,
): Promise<void> {
  const { role, name = email.split('@', 1)[0] ?? email, studio } = options;
  if (!isRole(role)) throw new Error('Give a --role.');
  const invitation = {
    email,
    name: name.slice(0, 100),
    role,
    studio,
    invitedBy: deps.operator,
    network: 'command',
    locale: 'en',
  } as const;
  const { queueMail, consoleUrl } = deps;
  const { link } = await deps.database.transaction((trx) =>
    inviteOperator(trx, invitation, record, { consoleUrl, ...(queueMail && { queueMail }) }),
  );
  deps.report(
    queueMail
      ? `The invitation to ${email} is on its way. Its link works once, for three days.`
      : `No mail server is set up, so pass on this link yourself. It works once, for three days:\n${link}`,
  );
}

async function list({ database: { kysely }, report }: OperatorsCommandDeps): Promise<void> {
  const operators = await listOperators(kysely);
  for (const { email, role, studio, name, hasSecondFactor, lastSeenAt } of operators)
    report(
      [
        email,
        studio === null ? role : `${role} ${studio}`,
        name,
        hasSecondFactor ? 'second factor set up' : 'no second factor yet',
        lastSeenAt ? `last seen ${lastSeenAt.toISOString()}` : 'never seen',
      ].join('  '),
    );
  if (operators.length === 0) report('No operators. Add one: npm run operators -- add mail@example.com --role owner');
  for (const { studio, name, isTrusted, games } of await listStudios(kysely))
    report(
      `studio ${studio}  ${name}  ${isTrusted ? 'trusted' : 'needs approvals'}  ${games.join(', ') || 'no games'}`,
    );
}

async function changeStudio(
  { words: [studio], options }: Extract<OperatorsArguments, { action: 'studio' }>,
  record: RecordChange,
  { database, report }: OperatorsCommandDeps,
): Promise<void> {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(studio))
    throw new Error(`"${studio}" isn't a valid name. Use lower-case letters, digits and hyphens.`);
  const known = (await listStudios(database.kysely)).find((each) => each.studio === studio);
  const { name = known?.name ?? studio, games, trusted, untrusted } = options;
  const change = {
    studio,
    name,
    isTrusted: trusted ?? (untrusted ? false : (known?.isTrusted ?? false)),
    games: games === undefined ? (known?.games ?? []) : games.split(',').filter((game) => game !== ''),
  };
  const isChanged = await database.transaction((trx) => saveStudio(trx, change, record));
  report(isChanged ? `The studio ${studio} is saved.` : 'Nothing changed.');
}

async function findOperator({ kysely }: Database, email: string): Promise<string> {
  const row = await kysely
    .selectFrom('operators')
    .select('operator_id')
    .where('email', '=', normalizeEmail(email) ?? email)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Error(`${email} is no operator. List them: npm run operators -- list`);
  return row.operator_id;
}
