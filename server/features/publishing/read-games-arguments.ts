import { foreignSdkIds } from '#contract/registries.ts';
import { readCommand, type SubcommandDefinitions } from '#server/db/read-command.ts';
import { maxPreviewDays } from './preview-link.ts';

export type GamesCommandArguments =
  | ({ readonly action: 'add'; readonly game: string; readonly source: string } & AddGameOptions)
  | { readonly action: 'list' }
  | { readonly action: 'show' | 'set' | 'hide' | 'unhide' | 'builds'; readonly game: string }
  | { readonly action: 'rollback' | 'publish'; readonly game: string; readonly build: number | undefined }
  | { readonly action: 'discard'; readonly game: string; readonly build: number }
  | ({ readonly action: 'preview'; readonly game: string } & PreviewLinkOptions)
  | { readonly action: 'bundle'; readonly game: string; readonly platform: string; readonly out: string | undefined }
  | { readonly action: 'pictures' | 'upload'; readonly game: string | undefined }
  | { readonly action: 'prune'; readonly game: string; readonly keep: number }
  | { readonly action: 'remove'; readonly game: string; readonly isSure: boolean };

/** Absent options keep the current value, or the default for a new game. */
export interface AddGameOptions {
  readonly title?: string;
  readonly orientation?: GameOrientationOption;
  readonly version?: string;
  readonly description?: string;
  /** `found`: the origins that the scan finds. */
  readonly allow?: readonly string[] | 'found';
  /** Threads require cross-origin isolation. */
  readonly isIsolated?: boolean;
  /** The other portal's SDK that it uses. Absent: the one that the scan finds. */
  readonly foreignSdk?: string;
  readonly isDraft?: boolean;
  /** Accepts an address even if its page can't be framed or reached now. */
  readonly force?: boolean;
}

export interface PreviewLinkOptions {
  readonly build: number | undefined;
  readonly days: number | undefined;
  readonly isRevoked: boolean;
}

export type GameOrientationOption = 'Horizontal' | 'Vertical' | 'Unspecified';

/** Unknown commands and options are errors, so that a typo never does something else. */
export function readGamesArguments(given: readonly string[]): GamesCommandArguments {
  const asked = readCommand('games', forms, given);
  switch (asked.action) {
    case 'list':
      return { action: asked.action };
    case 'add': {
      const [game, source] = asked.words;
      return { action: asked.action, game, source, ...addOptions(asked.options) };
    }
    case 'bundle': {
      const { platform, out } = asked.options;
      if (platform === undefined)
        throw new Error('Name the platform: npm run games -- bundle <game> --platform <platform>');
      return { action: asked.action, game: asked.words[0], platform, out };
    }
    case 'pictures':
    case 'upload':
      return { action: asked.action, game: asked.words[0] };
    case 'prune':
      return { action: asked.action, game: asked.words[0], keep: countOf(asked.options.keep ?? '0') };
    case 'remove':
      return { action: asked.action, game: asked.words[0], isSure: asked.options.yes === true };
    case 'rollback': {
      const [game, build] = asked.words;
      const { to } = asked.options;
      if (build !== undefined && to !== undefined)
        throw new Error(`Name the build once: npm run games -- rollback ${game} --to ${to}`);
      return { action: asked.action, game, build: optionalBuild(to ?? build) };
    }
    case 'publish': {
      const [game, build] = asked.words;
      return { action: asked.action, game, build: optionalBuild(build) };
    }
    case 'discard': {
      const [game, build] = asked.words;
      return { action: asked.action, game, build: buildOf(build) };
    }
    case 'preview': {
      const [game, build] = asked.words;
      const { days, revoke } = asked.options;
      if (days !== undefined && revoke === true) throw new Error('Give either --days or --revoke.');
      return {
        action: asked.action,
        game,
        build: optionalBuild(build),
        days: days === undefined ? undefined : daysOf(days),
        isRevoked: revoke === true,
      };
    }
    case 'builds':
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
      allow: 'origins with commas between them, or found',
      isolated: true,
      sdk: `${foreignSdkIds.join(', ')} or none`,
      draft: true,
      force: true,
    },
    does: 'puts a game in, or its next build, and says what it will lack; --allow lets it load from other origins; --isolated lets it use threads; --sdk names the portal it was built for, if the scan is wrong; with --draft players do not get it, and a preview link shows it; --force takes an address whose page cannot be shown',
  },
  list: { words: [], does: 'the games that are there' },
  builds: { words: ['game'], does: 'its builds with number, state, date and size' },
  preview: {
    words: ['game', 'draft?'],
    options: { days: 'how long the link works', revoke: true },
    does: 'a new preview link to the newest draft, or to the one named; the link before ends, with --revoke without a new one',
  },
  publish: { words: ['game', 'draft?'], does: 'makes the newest draft live, or the one named' },
  discard: { words: ['game', 'draft'], does: 'removes a draft and its preview link' },
  rollback: {
    words: ['game', 'build?'],
    options: { to: 'build' },
    does: 'an earlier build is live again: the one before, or the one named',
  },
  show: { words: ['game'], does: 'all about it as JSON; to keep it: npm run -s games -- show <game> > game.json' },
  set: { words: ['game'], does: 'takes that from the standard input' },
  hide: { words: ['game'], does: 'hides the game from players' },
  unhide: { words: ['game'], does: 'everybody does again' },
  pictures: {
    words: ['game?'],
    does: 'remakes the pictures of a game, or makes the missing ones of all games, and lists failures',
  },
  upload: {
    words: ['game?'],
    does: 'copies builds, drafts, desktop builds and pictures that are only in DATA_DIR to the object store; can be repeated',
  },
  bundle: {
    words: ['game'],
    options: { platform: 'platform', out: 'file' },
    does: 'writes the ZIP file to upload to a platform that hosts a page of yours, and says what to set up there',
  },
  prune: {
    words: ['game'],
    options: { keep: 'how many old builds' },
    does: 'removes old builds',
  },
  remove: { words: ['game'], options: { yes: true }, does: 'removes it with everything, for ever' },
} as const satisfies SubcommandDefinitions;

type GivenOptions = {
  readonly [O in keyof typeof forms.add.options]?: (typeof forms.add.options)[O] extends true ? true : string;
};

function addOptions({
  name,
  orientation,
  version,
  description,
  allow,
  isolated,
  sdk,
  draft,
  force,
}: GivenOptions): AddGameOptions {
  return {
    ...(force === true && { force }),
    ...(name !== undefined && { title: textOf('--name', name, 100) }),
    ...(orientation !== undefined && { orientation: orientationOf(orientation) }),
    ...(version !== undefined && { version: textOf('--version', version, 64) }),
    ...(description !== undefined && { description: textOf('--description', description, 2000) }),
    ...(allow !== undefined && { allow: parseAllowedOrigins(allow) }),
    ...(isolated && { isIsolated: true }),
    ...(sdk !== undefined && { foreignSdk: parseForeignSdk(sdk) }),
    ...(draft && { isDraft: true }),
  };
}

function textOf(option: string, value: string, most: number): string {
  const text = value.trim();
  if (text === '' || text.length > most || !text.isWellFormed())
    throw new Error(`${option} must have 1 to ${most} characters.`);
  return text;
}

function orientationOf(value: string): GameOrientationOption {
  const known = (['Horizontal', 'Vertical', 'Unspecified'] as const).find(
    (each) => each.toLowerCase() === value.toLowerCase(),
  );
  if (!known) throw new Error(`--orientation is ${JSON.stringify(value)}: give horizontal, vertical or unspecified.`);
  return known;
}

/** Also used by the lab. */
export function parseForeignSdk(value: string): string {
  const names = [...foreignSdkIds, 'none'];
  if (names.includes(value)) return value;
  throw new Error(`--sdk is ${JSON.stringify(value)}: give ${names.join(' or ')}.`);
}

/** Also used by the lab. */
export function parseAllowedOrigins(value: string): NonNullable<AddGameOptions['allow']> {
  if (value === 'found') return value;
  const origins = value.split(',').map((origin) => origin.trim().replace(/\/$/, ''));
  const wrong = origins.find((origin) => !/^(https?|wss?):\/\/[a-z0-9.*-]+(:\d{1,5})?$/.test(origin));
  if (wrong === undefined) return origins;
  throw new Error(
    `--allow has ${JSON.stringify(wrong)}: give origins such as https://api.example,wss://live.example, or found for those that the build loads from.`,
  );
}

const optionalBuild = (value: string | undefined): number | undefined =>
  value === undefined ? undefined : buildOf(value);

function buildOf(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new Error(`${JSON.stringify(value)} isn't a build number. List builds: npm run games -- builds <game>`);
}

function daysOf(value: string): number {
  const days = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (days >= 1 && days <= maxPreviewDays) return days;
  throw new Error(`--days is ${JSON.stringify(value)}: give a number from 1 to ${maxPreviewDays}.`);
}

function countOf(value: string): number {
  if (/^\d{1,4}$/.test(value)) return Number(value);
  throw new Error(`--keep is ${JSON.stringify(value)}: give how many old builds are to stay, such as 2.`);
}
