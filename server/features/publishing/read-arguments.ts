import { readCommand, type Forms } from '#server/db/read-command.ts';

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

/** Refuses words and options that a command does not know, so that a slip of the pen never does something else. */
export function readGamesArguments(given: readonly string[]): GamesArguments {
  const asked = readCommand('games', forms, given);
  switch (asked.action) {
    case 'list':
      return { action: asked.action };
    case 'add': {
      const [game, source] = asked.words;
      return { action: asked.action, game, source, ...addOptions(asked.options) };
    }
    case 'prune':
      return { action: asked.action, game: asked.words[0], keep: countOf(asked.options.keep ?? '0') };
    case 'remove':
      return { action: asked.action, game: asked.words[0], isSure: asked.options.yes === true };
    case 'show':
    case 'set':
    case 'hide':
    case 'unhide':
      return { action: asked.action, game: asked.words[0] };
  }
}

const forms = {
  add: {
    words: ['game', 'folder or https address'],
    options: {
      name: 'title',
      orientation: 'horizontal, vertical or unspecified',
      version: '1.0',
      description: 'what is new',
    },
    does: 'puts a game in, or its next build',
  },
  list: { words: [], does: 'the games that are there' },
  show: { words: ['game'], does: 'all about it as JSON; to keep it: npm run -s games -- show <game> > game.json' },
  set: { words: ['game'], does: 'takes that from the standard input' },
  hide: { words: ['game'], does: 'nobody finds it any more' },
  unhide: { words: ['game'], does: 'everybody does again' },
  prune: {
    words: ['game'],
    options: { keep: 'how many old builds' },
    does: 'removes builds that nobody plays any more',
  },
  remove: { words: ['game'], options: { yes: true }, does: 'removes it with everything, for ever' },
} as const satisfies Forms;

function addOptions(values: Readonly<Record<string, string | undefined>>): AddOptions {
  const { name, orientation, version, description } = values;
  return {
    ...(name !== undefined && { title: textOf('--name', name, 100) }),
    ...(orientation !== undefined && { orientation: orientationOf(orientation) }),
    ...(version !== undefined && { version: textOf('--version', version, 64) }),
    ...(description !== undefined && { description: textOf('--description', description, 2000) }),
  };
}

function textOf(option: string, value: string, most: number): string {
  const text = value.trim();
  if (text === '' || text.length > most || !text.isWellFormed())
    throw new Error(`${option} has to be a text of 1 to ${most} characters.`);
  return text;
}

function orientationOf(value: string): Orientation {
  const known = (['Horizontal', 'Vertical', 'Unspecified'] as const).find(
    (each) => each.toLowerCase() === value.toLowerCase(),
  );
  if (!known) throw new Error(`--orientation is ${JSON.stringify(value)}: give horizontal, vertical or unspecified.`);
  return known;
}

function countOf(value: string): number {
  if (/^\d{1,4}$/.test(value)) return Number(value);
  throw new Error(`--keep is ${JSON.stringify(value)}: give how many old builds are to stay, such as 2.`);
}
