// Runs `npm run support`: shows, answers and closes tickets.
import { sql } from 'kysely';
import { TicketStatus } from '#model/support.ts';
import { requireGame } from '#server/db/require-game.ts';
import {
  buildUsageError,
  describeUsage,
  readCommand,
  type ParsedCommand,
  type SubcommandDefinitions,
} from '#server/db/read-command.ts';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { sendSupportReply, closeTicket, type SupportReplyDeps } from './send-support-reply.ts';
import { describeSupportContext } from './describe-support-context.ts';
import { readDeskTickets } from './read-tickets.ts';
import { buildTicketFilterSql } from './ticket-filter.ts';

const forms = {
  list: {
    words: [],
    options: { status: 'Open, Answered or Closed', game: 'game' },
    does: 'lists tickets, last changed first; open ones by default',
  },
  show: { words: ['ticket'], does: 'shows the whole conversation and what the sender shared' },
  answer: {
    words: ['ticket'],
    options: { as: 'your name', close: true },
    does: 'sends the answer from standard input',
  },
  close: { words: ['ticket'], does: 'closes the ticket; a new message reopens it' },
} as const satisfies SubcommandDefinitions;

type SupportArguments = ParsedCommand<typeof forms>;

export function readSupportArguments(given: readonly string[]): SupportArguments {
  const asked = readCommand('support', forms, given);
  const statuses: readonly string[] = TicketStatus.enum;
  const status = asked.action === 'list' ? asked.options.status : undefined;
  if (status !== undefined && !statuses.includes(status))
    throw buildUsageError(`${status} isn't one of ${statuses.join(', ')}.`, describeUsage('support', forms));
  return asked;
}

interface SupportCommandParts {
  readonly deps: SupportReplyDeps;
  readonly report: (line: string) => void;
  readonly operator: string;
}

export async function runSupportCommand(
  asked: SupportArguments,
  { deps, report, operator }: SupportCommandParts,
  input: string,
): Promise<void> {
  const { database } = deps;
  switch (asked.action) {
    case 'list': {
      const { status = 'Open', game } = asked.options;
      if (game !== undefined) await requireGame(database.kysely, game);
      const tickets = await readDeskTickets(database.kysely, buildTicketFilterSql({ status, game }));
      for (const { TicketId, ChangedAt, Status, Game, Email, Message } of tickets)
        report([TicketId, ChangedAt, Status, Game ?? 'the portal', Email, firstLine(Message)].join('  '));
      if (tickets.length === 0) report(`No ${status.toLowerCase()} tickets.`);
      return;
    }
    case 'show':
      return show(asked.words[0], { deps, report });
    case 'answer': {
      const message = input.trim();
      if (message === '')
        throw new Error('No answer on standard input. Try: npm run support -- answer <ticket> < answer.txt');
      if (message.length > 5000) throw new Error('An answer can have up to 5000 characters.');
      const { as: author = 'an operator', close: isLast = false } = asked.options;
      const record = recordCommand('support answer', operator);
      if (!(await sendSupportReply(deps, { ticketId: asked.words[0], message, author, isLast, record })))
        throw noTicket(asked.words[0]);
      report(`The answer to ${asked.words[0]} is on its way.`);
      return;
    }
    case 'close':
      if (!(await closeTicket(database, asked.words[0], recordCommand('support close', operator))))
        throw noTicket(asked.words[0]);
      report(`${asked.words[0]} is closed.`);
  }
}

async function show(ticketId: string, { deps, report }: Omit<SupportCommandParts, 'operator'>): Promise<void> {
  const [ticket] = await readDeskTickets(deps.database.kysely, sql<boolean>`ticket_id = ${ticketId}`);
  if (!ticket) throw noTicket(ticketId);
  const { TicketId, Status, Game, Email, Locale, AccountId, CreatedAt, Message, Context, Replies } = ticket;
  report(`${TicketId}  ${Status}  ${Game ?? 'the portal'}`);
  report(
    `From ${Email}${AccountId === undefined ? ', who was not signed in' : `, account ${AccountId}`}, in ${Locale}`,
  );
  for (const line of describeSupportContext(Context)) report(line);
  report(`\n${CreatedAt}  the player\n${Message}`);
  for (const reply of Replies)
    report(`\n${reply.CreatedAt}  ${reply.FromSupport ? 'support' : 'the player'}\n${reply.Message}`);
}

const noTicket = (ticketId: string): Error =>
  new Error(`There is no ticket ${ticketId}. List them with: npm run support -- list`);

const firstLine = (message: string): string => message.split(/[\r\n]/, 1)[0]?.slice(0, 80) ?? '';
