import process from 'node:process';

/** Runs a command of the command line: lines for a person on the output, a fault as one message and exit code 1. */
export async function runCommand(command: (report: (line: string) => void) => Promise<void>): Promise<void> {
  try {
    await command((line) => void process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    for (let cause = (error as Error).cause; cause instanceof Error; cause = cause.cause)
      process.stderr.write(`  because: ${cause.message}\n`);
    process.exitCode = 1;
  }
}
