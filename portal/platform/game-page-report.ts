// Reports that a game's page sends (server/games/page-monitor.js). They only affect what the portal shows. The caller
// has checked window and origin.
export interface GamePageReport {
  readonly state: GamePageState;
  readonly file?: string;
  readonly text?: string;
}

export type GamePageState = (typeof states)[number];

const states = [
  'watching',
  'missing',
  'refused',
  'vendor',
  'error',
  'console',
  'foreign',
  'blank',
  'broken',
  'overlay',
  'shown',
  'unreachable',
] as const;
const longest = 500;

export function readGamePageReport(data: unknown): GamePageReport | undefined {
  const { type, state, file, text } = (data ?? {}) as Record<string, unknown>;
  const known = states.find((each) => each === state);
  // `unreachable` is inferred by the portal; a page can't report it.
  if (type !== 'fxid-page' || !known || known === 'unreachable') return undefined;
  return {
    state: known,
    ...(typeof file === 'string' && { file: file.slice(0, longest) }),
    ...(typeof text === 'string' && { text: text.slice(0, longest) }),
  };
}

export function describeGamePageReport({ state, file = '', text = '' }: GamePageReport): string {
  const said = text === '' ? '' : ` (${text})`;
  switch (state) {
    case 'missing':
      return `A file could not be loaded: ${file}${said}`;
    case 'refused':
      return `The content security policy of the game's host blocks ${file}${said}. Allow its origin: npm run games -- add … --allow`;
    case 'vendor':
      return `Blocked: ${file}${said}. The portal itself answers this SDK's calls`;
    case 'error':
      return `${text}${file === '' ? '' : ` at ${file}`}`;
    case 'console':
    case 'foreign':
      return text;
    case 'blank':
      return `The page is empty${file === '' ? '' : `, and ${file} is missing`}`;
    case 'broken':
      return `The game threw an error at its start and does not run: ${text}`;
    case 'overlay':
      return `The game engine shows an error: ${text}`;
    case 'unreachable':
      return `The page cannot be shown: ${text}`;
    case 'watching':
      return 'The page is loading';
    case 'shown':
      return 'The page shows content';
  }
}
