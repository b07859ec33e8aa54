import process from 'node:process';
import { adaptCommandNames } from '#server/adapt-command-names.ts';
import { toTerminalText } from './to-terminal-text.ts';
import { HelpRequestedError } from './read-command.ts';

export interface CommandTools {
  readonly report: (line: string) => void;
  readonly now: () => Date;
}

/**
 * Runs a command: lines on standard output, an error as one message and exit code 1. The arguments are parsed before
 * anything else happens.
 */
export async function runCommand<ParsedCommand>(
  read: (given: readonly string[]) => ParsedCommand,
  command: (asked: ParsedCommand, tools: CommandTools) => Promise<void>,
): Promise<void> {
  const report = (line: string): void => void process.stdout.write(`${toTerminalText(adaptCommandNames(line))}\n`);
  const complain = (line: string): void => void process.stderr.write(`${toTerminalText(adaptCommandNames(line))}\n`);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  try {
    await command(read(process.argv.slice(2)), { report, now: () => new Date() });
  } catch (error) {
    if (error instanceof HelpRequestedError) return report(error.message);
    complain(messageOf(error));
    for (let cause = (error as Error).cause; cause instanceof Error; cause = cause.cause)
      complain(`  because: ${messageOf(cause)}`);
    process.exitCode = 1;
  }
}

/** The reading program, such as `head -1`, has closed the pipe. The command still finishes. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Errors of several addresses are combined in one without a message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
