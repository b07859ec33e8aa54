// A failure of the set-up: what went wrong, what the tool itself printed, and what the reader can do about it.
export class SetupFailure extends Error {
  /** @param {{ what: string, remedy: string, output?: string, exitCode?: number }} details */
  constructor({ what, remedy, output = '', exitCode = 1 }) {
    super(what);
    this.name = 'SetupFailure';
    this.remedy = remedy;
    this.output = output;
    this.exitCode = exitCode;
  }
}

/** Runs a command of ours and turns its failure into words on stderr and an exit code. */
export async function runCommand(command) {
  try {
    process.exitCode = await command();
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error;
    if (error.output.trim() !== '') process.stderr.write(`\n${error.output.trimEnd()}\n`);
    process.stderr.write(`\n${error.message}\n${error.remedy}\n`);
    process.exitCode = error.exitCode;
  }
}
