import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface OperatorCommand {
  /** As in `npm run <name>` and `./fxid <name>`. */
  readonly name: string;
  readonly program: string;
}

/**
 * The commands of package.json whose programs are in server/: operators use them, and developers' tools are not among
 * them.
 */
export function readOperatorCommands(root: string): OperatorCommand[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  return Object.entries(scripts).flatMap(([name, line]) => {
    const program = /^node scripts\/run\.mjs (server\/\S+\.ts)$/.exec(line)?.[1];
    return program === undefined ? [] : [{ name, program }];
  });
}
