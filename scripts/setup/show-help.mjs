// `--help` of a developer's command: what its program says about itself in its first lines. Commands of operators have tables
// of their own (server/db/read-command.ts).
import { readFileSync } from 'node:fs';

/** Whether help was asked for, and then it has been shown. */
export function showHelp(file, args = process.argv.slice(2)) {
  if (!args.some((word) => word === '--help' || word === '-h')) return false;
  process.stdout.write(`${helpOf(readFileSync(file, 'utf8'))}\n`);
  return true;
}

/** The comment that a program begins with. */
export function helpOf(text) {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n');
}
