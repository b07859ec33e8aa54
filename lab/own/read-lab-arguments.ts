// What stands behind `npm start --`: the games that a developer brings along for this run.
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface OwnGame {
  /** Its name in addresses, made from the folder or the host. */
  readonly name: string;
  /** A folder, or the address of a page that runs elsewhere. */
  readonly source: string;
}

const usage =
  'Usage: npm start [-- --game <folder or address> [--game …]], such as --game ./my-game or --game http://localhost:3000';

/** @param from where a relative path begins */
export function readLabArguments(given: readonly string[], from: string): readonly OwnGame[] {
  const sources = parse(given);
  const games = sources.map((source) => ({ name: nameOf(source, from), source }));
  const twice = games.find(({ name }, at) => games.findIndex((other) => other.name === name) < at);
  if (twice) throw new Error(`Two games would be called ${twice.name}. Rename the folder of one of them.`);
  return games;
}

function parse(given: readonly string[]): readonly string[] {
  try {
    return parseArgs({ args: [...given], options: { game: { type: 'string', multiple: true } } }).values.game ?? [];
  } catch (cause) {
    throw new Error(`${(cause as Error).message}. ${usage}`, { cause });
  }
}

/** `./My Game/dist` is my-game: what a build is put into says nothing of the game. */
function nameOf(source: string, from: string): string {
  const parts =
    isAddress.test(source) && URL.canParse(source) ? [new URL(source).host] : resolve(from, source).split(/[\\/]/);
  const telling = parts.findLast((part) => part !== '' && !builtNames.has(part.toLowerCase())) ?? basename(source);
  const name = telling
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 56)
    .replaceAll(/^-+|-+$/g, '');
  if (name === '')
    throw new Error(`No name can be made from ${source}: give a folder whose name has Latin letters. ${usage}`);
  return name;
}

const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i;
const builtNames: ReadonlySet<string> = new Set(['dist', 'build', 'out', 'public', 'www', 'webgl']);
