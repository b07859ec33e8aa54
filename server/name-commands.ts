// How commands are called here. Texts name them as in the source folder (`npm run orders -- list`); on the machine of a portal there is
// no npm, and the same is `fxid orders list`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

// The shipped folder has its one command beside the server.
const isRelease = existsSync(join(import.meta.dirname, '../fxid'));

/** A text with its commands as they are called where this program runs. */
export function nameCommands(text: string, inRelease = isRelease): string {
  if (!inRelease || !text.includes('npm run ')) return text;
  return text.replaceAll(command, (_, name: string, separator = '') => `fxid ${name}${separator === '' ? '' : ' '}`);
}

// Building happens where the sources are, and there is npm.
const command = /\bnpm run (?:-s )?(?!build\b)([a-z][a-z-]*)( --(?: |$))?/gm;
