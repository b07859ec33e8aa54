import process from 'node:process';
import { plainLine } from './plain-line.ts';
import { HelpAsked } from './read-command.ts';

export interface CommandTools {
  /** Takes lines for a person. */
  readonly report: (line: string) => void;
  /** This machine's clock. */
  readonly now: () => Date;
}

/**
 * Runs a command of the command line: lines for a person on the output, a fault as one message and exit code 1. What it was
 * asked is read before anything else happens.
 */
export async function runCommand<Asked>(
  read: (given: readonly string[]) => Asked,
  command: (asked: Asked, tools: CommandTools) => Promise<void>,
): Promise<void> {
  const report = (line: string): void => void process.stdout.write(`${plainLine(line)}\n`);
  try {
    await command(read(process.argv.slice(2)), { report, now: () => new Date() });
  } catch (error) {
    if (error instanceof HelpAsked) return report(error.message);
    process.stderr.write(`${plainLine(messageOf(error))}\n`);
    for (let cause = (error as Error).cause; cause instanceof Error; cause = cause.cause)
      process.stderr.write(`  because: ${plainLine(messageOf(cause))}\n`);
    process.exitCode = 1;
  }
}

/** The faults of several addresses that were tried come as one without a message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
