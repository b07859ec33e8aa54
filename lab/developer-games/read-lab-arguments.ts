import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  parseAllowedOrigins,
  parseForeignSdk,
  type AddGameOptions,
} from '#server/features/publishing/read-games-arguments.ts';

export interface DeveloperGame {
  readonly name: string;
  /** A folder, or the address of a page that is hosted elsewhere. */
  readonly source: string;
}

export interface LabArguments {
  readonly games: readonly DeveloperGame[];
  readonly allow?: NonNullable<AddGameOptions['allow']>;
  /** The portal for which the games were built. Absent: as the scan finds. */
  readonly foreignSdk?: string;
  /** The address for phones in the network; empty means this machine's first address. */
  readonly share?: string;
  readonly isDev?: true;
}

const usage =
  'Usage: npm start [-- --game <folder or address> [--game …] [--allow <origins, or found>] [--sdk <portal, or none>]] [--share], such as --game ./my-game or --game http://localhost:3000';

export function readLabArguments(given: readonly string[], from: string): LabArguments {
  const { game: sources = [], allow, sdk, share, dev } = parse(given);
  if (allow !== undefined && sources.length === 0) throw new Error(`--allow needs --game. ${usage}`);
  const games = sources.map((source) => ({ name: nameOf(source, from), source }));
  const twice = games.find(({ name }, at) => games.findIndex((other) => other.name === name) < at);
  if (twice) throw new Error(`Two games would be called ${twice.name}. Rename one folder.`);
  return {
    games,
    ...(dev && { isDev: true as const }),
    ...(sdk !== undefined && { foreignSdk: parseForeignSdk(sdk) }),
    ...(allow !== undefined && { allow: parseAllowedOrigins(allow) }),
    ...(share !== undefined && { share }),
  };
}

function parse(given: readonly string[]) {
  try {
    const options = {
      game: { type: 'string', multiple: true },
      allow: { type: 'string' },
      sdk: { type: 'string' },
      share: { type: 'string' },
      dev: { type: 'boolean' },
    } as const;
    // parseArgs has no options with an optional value.
    const args = given.map((each) => (each === '--share' ? '--share=' : each));
    return parseArgs({ args, options }).values;
  } catch (cause) {
    throw new Error(`${(cause as Error).message}. ${usage}`, { cause });
  }
}

/** `./My Game/dist` becomes `my-game`: the name of a build folder is skipped. */
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
    throw new Error(`Can't make a name from ${source}. Use a folder whose name has Latin letters. ${usage}`);
  return name;
}

const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i;
const builtNames: ReadonlySet<string> = new Set(['dist', 'build', 'out', 'public', 'www', 'webgl']);
