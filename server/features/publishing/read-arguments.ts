import { parseArgs } from 'node:util';

export type GamesArguments =
  | ({ readonly action: 'add'; readonly game: string; readonly source: string } & AddOptions)
  | { readonly action: 'list' }
  | { readonly action: 'show' | 'set' | 'hide' | 'unhide'; readonly game: string }
  | { readonly action: 'prune'; readonly game: string; readonly keep: number }
  | { readonly action: 'remove'; readonly game: string; readonly isSure: boolean };

/** What is not given stays as it is, or has a default in a game that is new. */
export interface AddOptions {
  readonly title?: string;
  readonly orientation?: Orientation;
  readonly version?: string;
  readonly description?: string;
}

export type Orientation = 'Horizontal' | 'Vertical' | 'Unspecified';

export const usage = `Usage: npm run games -- <command>
  add <game> <folder or https address> [--name "Title"] [--orientation horizontal|vertical|unspecified]
      [--version 1.0] [--description "What is new"]
  list
  show <game>, to keep it: npm run -s games -- show <game> > game.json
  set <game> < game.json
  hide <game> · unhide <game>
  prune <game> [--keep <how many old builds>]
  remove <game> --yes`;

/** Refuses words and options that a command does not know, so that a slip of the pen never does something else. */
export function readArguments(given: readonly string[]): GamesArguments {
  const { values, positionals } = parse(given);
  const [action = '', game = '', source = '', ...more] = positionals;
  const allowed = optionsOf.get(action);
  const unknown = Object.keys(values).find((name) => !allowed?.includes(name));
  if (!allowed || unknown !== undefined || more.length > 0) throw new Error(usage);
  if (action === 'list') return game === '' ? { action } : refuse();
  if (game === '' || (source !== '') !== (action === 'add')) throw new Error(usage);
  switch (action) {
    case 'add':
      return { action, game, source, ...addOptions(values) };
    case 'prune':
      return { action, game, keep: countOf(values['keep'] ?? '0') };
    case 'remove':
      return { action, game, isSure: values['yes'] === true };
    case 'show':
    case 'set':
    case 'hide':
    case 'unhide':
      return { action, game };
    default:
      return refuse();
  }
}

const optionsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['add', ['name', 'orientation', 'version', 'description']],
  ['list', []],
  ['show', []],
  ['set', []],
  ['hide', []],
  ['unhide', []],
  ['prune', ['keep']],
  ['remove', ['yes']],
]);

type Values = Readonly<Record<string, string | boolean | undefined>>;

function parse(given: readonly string[]): { values: Values; positionals: string[] } {
  const text = { type: 'string' } as const;
  const options = { name: text, orientation: text, version: text, description: text, keep: text };
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      options: { ...options, yes: { type: 'boolean' } },
      allowPositionals: true,
    });
    return { values: { ...values }, positionals };
  } catch (cause) {
    throw new Error(usage, { cause });
  }
}

function refuse(): never {
  throw new Error(usage);
}

function addOptions(values: Values): AddOptions {
  const { name, orientation, version, description } = values;
  return {
    ...(name !== undefined && { title: textOf('--name', name, 100) }),
    ...(orientation !== undefined && { orientation: orientationOf(orientation) }),
    ...(version !== undefined && { version: textOf('--version', version, 64) }),
    ...(description !== undefined && { description: textOf('--description', description, 2000) }),
  };
}

function textOf(option: string, value: string | boolean, most: number): string {
  const text = String(value).trim();
  if (text === '' || text.length > most || !text.isWellFormed())
    throw new Error(`${option} has to be a text of 1 to ${most} characters.`);
  return text;
}

function orientationOf(value: string | boolean): Orientation {
  const known = (['Horizontal', 'Vertical', 'Unspecified'] as const).find(
    (each) => each.toLowerCase() === String(value).toLowerCase(),
  );
  if (!known) throw new Error(`--orientation is ${JSON.stringify(value)}: give horizontal, vertical or unspecified.`);
  return known;
}

function countOf(value: string | boolean): number {
  if (/^\d{1,4}$/.test(String(value))) return Number(value);
  throw new Error(`--keep is ${JSON.stringify(value)}: give how many old builds are to stay, such as 2.`);
}
