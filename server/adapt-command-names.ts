// Commands in texts are written as in the source folder (`npm run orders -- list`). A release has no npm: there the
// same command is `fxid orders list`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const isRelease = existsSync(join(import.meta.dirname, '../fxid'));

export function adaptCommandNames(text: string, inRelease = isRelease): string {
  if (!inRelease || !text.includes('npm run ')) return text;
  return text.replaceAll(command, (_, name: string, separator = '') => `fxid ${name}${separator === '' ? '' : ' '}`);
}

// `build` runs only in the source folder, where npm exists.
const command = /\bnpm run (?:-s )?(?!build\b)([a-z][a-z-]*)( --(?: |$))?/gm;
