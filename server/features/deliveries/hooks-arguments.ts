// What `npm run hooks -- …` was asked to do.

export type HooksArguments =
  | { readonly action: 'set'; readonly game: string; readonly url: string }
  | { readonly action: 'rotate' | 'show' | 'disable' | 'enable' | 'list'; readonly game: string }
  | { readonly action: 'replay'; readonly deliveryId: string }
  | {
      readonly action: 'forward';
      readonly game: string;
      readonly target: string;
      /** Undefined: the portal of this machine's settings. */
      readonly portal: string | undefined;
    }
  | ({ readonly action: 'trigger'; readonly game: string } & TriggerOptions);

export interface TriggerOptions {
  readonly type: 'order.paid' | 'order.revoked';
  readonly lateMs: number;
  readonly isTwice: boolean;
  readonly isShuffled: boolean;
}

export function readHooksArguments(given: readonly string[]): HooksArguments {
  const { words, flags } = split(given);
  const [action, first, second, ...more] = words;
  const allowed = action === undefined ? undefined : flagsOf.get(action);
  if (!allowed || first === undefined || more.length > 0 || [...flags.keys()].some((flag) => !allowed.includes(flag)))
    throw new Error(usage);
  if (action === 'set' && second !== undefined) return { action, game: first, url: second };
  if (action === 'forward' && second !== undefined)
    return { action, game: first, target: second, portal: flags.get('--portal') };
  if (action === 'trigger' && (second === 'order.paid' || second === 'order.revoked'))
    return {
      action,
      game: first,
      type: second,
      lateMs: readDuration(flags.get('--late')),
      isTwice: flags.has('--twice'),
      isShuffled: flags.has('--shuffled'),
    };
  if (second !== undefined) throw new Error(usage);
  if (action === 'replay') return { action, deliveryId: first };
  if (action === 'rotate' || action === 'show' || action === 'disable' || action === 'enable' || action === 'list')
    return { action, game: first };
  throw new Error(usage);
}

const usage = `Usage: npm run hooks -- …
  set <game> <https address>        where the game's server takes deliveries; prints the signing secret once
  rotate <game>                     a new signing secret; the one before signs along for a day
  show <game>                       the address, and what waits
  disable <game> / enable <game>    stops sending; starts again
  list <game>                       deliveries that wait or were given up
  replay <delivery id>              sends one again, with its id
  forward <game> <http://localhost:…> [--portal <address>]
                                    for developers: collects deliveries with the game's key, which is read from the
                                    standard input, and sends them on to a server on this machine
  trigger <game> order.paid|order.revoked [--late 5s] [--twice] [--shuffled]
                                    for developers, on a laptop: an order that is paid or taken back without money`;

const flagsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['set', []],
  ['rotate', []],
  ['show', []],
  ['disable', []],
  ['enable', []],
  ['list', []],
  ['replay', []],
  ['forward', ['--portal']],
  ['trigger', ['--late', '--twice', '--shuffled']],
]);
const withValue: ReadonlySet<string> = new Set(['--portal', '--late']);

function split(given: readonly string[]): { words: string[]; flags: Map<string, string> } {
  const words: string[] = [];
  const flags = new Map<string, string>();
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at] ?? '';
    if (!word.startsWith('--')) words.push(word);
    else if (withValue.has(word)) flags.set(word, given[(at += 1)] ?? '');
    else flags.set(word, '');
  }
  return { words, flags };
}

function readDuration(text: string | undefined): number {
  if (text === undefined) return 0;
  const [, amount = '', unit = ''] = /^(\d{1,4})(s|m)$/.exec(text) ?? [];
  if (unit === '')
    throw new Error(`--late takes seconds or minutes, such as 5s or 2m, and not ${JSON.stringify(text)}.`);
  return Number(amount) * (unit === 's' ? 1000 : 60_000);
}
