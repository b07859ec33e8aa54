// One way to read what an operator's command was asked to do. A command is a table of forms; from it come what is taken, what
// is refused, and the text that --help shows.
import { parseArgs } from 'node:util';

export interface Form {
  /** What it needs, in order. A name that ends in a question mark may be left out, and then is the last. */
  readonly words: readonly string[];
  /** What may follow in any place: the name of an option and what its value is, or true for one without a value. */
  readonly options?: Readonly<Record<string, string | true>>;
  /** What it does, in a line for its help. */
  readonly does: string;
}

/** The forms of a command by their first word; that of `*` takes whatever no other form takes, its first word included. */
export type Forms = Readonly<Record<string, Form>>;

/** What was asked: one of the forms with its words and options. */
export type Asked<F extends Forms> = {
  [Action in keyof F & string]: {
    readonly action: Action;
    readonly words: WordsOf<F[Action]['words']>;
    readonly options: OptionsOf<F[Action]>;
  };
}[keyof F & string];

/** Asked for help: the message is the help, and nothing went wrong. */
export class HelpAsked extends Error {}

/** Refuses words and options that no form has, so that a slip of the pen never does something else. */
export function readCommand<const F extends Forms>(name: string, forms: F, given: readonly string[]): Asked<F> {
  const usage = describeUsage(name, forms);
  const { values, positionals } = parse(forms, given, usage);
  if (values['help'] === true) throw new HelpAsked(usage);
  const [first] = positionals;
  const action = first !== undefined && first !== '*' && Object.hasOwn(forms, first) ? first : '*';
  const form = Object.hasOwn(forms, action) ? forms[action] : undefined;
  if (!form) throw buildUsageError(first === undefined ? 'Which command?' : `There is no command "${first}".`, usage);
  const words = action === '*' ? positionals : positionals.slice(1);
  const missing = form.words[words.length];
  if (missing !== undefined && !missing.endsWith('?')) throw buildUsageError(`<${missing}> is missing.`, usage);
  if (words.length > form.words.length)
    throw buildUsageError(`"${words[form.words.length]}" is one word too many.`, usage);
  const unknown = Object.keys(values).find((option) => !Object.hasOwn(form.options ?? {}, option));
  if (unknown !== undefined) throw buildUsageError(`--${unknown} does not belong there.`, usage);
  // The checks above are what the type says.
  return { action, words, options: values } as unknown as Asked<F>;
}

/** What an operator got wrong, with the help below it. */
export function buildUsageError(what: string, usage: string): Error {
  return new Error(`${what}\n\n${usage}`);
}

export function describeUsage(name: string, forms: Forms): string {
  const lines = Object.entries(forms).map(([action, form]): [string, string] => [lineOf(action, form), form.does]);
  const width = Math.min(44, Math.max(...lines.map(([line]) => line.length)));
  const shown = lines.map(([line, does]) =>
    line.length > width ? `  ${line}\n  ${' '.repeat(width)}  ${does}` : `  ${line.padEnd(width)}  ${does}`,
  );
  return [`Usage: npm run ${name} -- …`, ...shown].join('\n');
}

type WordsOf<Words extends readonly string[]> = { readonly [K in keyof Words]: WordOf<Words[K]> };
type WordOf<Word> = Word extends `${string}?` ? string | undefined : string;
type OptionsOf<F extends Form> =
  F['options'] extends Readonly<Record<string, string | true>>
    ? { readonly [O in keyof F['options']]?: F['options'][O] extends true ? true : string }
    : Readonly<Record<string, never>>;

function lineOf(action: string, { words, options = {} }: Form): string {
  const wordTexts = words.map((word) => (word.endsWith('?') ? `[<${word.slice(0, -1)}>]` : `<${word}>`));
  const optionTexts = Object.entries(options).map(([option, value]) =>
    value === true ? `[--${option}]` : `[--${option} <${value}>]`,
  );
  return [...(action === '*' ? [] : [action]), ...wordTexts, ...optionTexts].join(' ');
}

function parse(
  forms: Forms,
  given: readonly string[],
  usage: string,
): { values: Record<string, string | boolean | undefined>; positionals: string[] } {
  const known = Object.values(forms).flatMap(({ options = {} }) => Object.entries(options));
  const options = Object.fromEntries(
    known.map(([option, value]) => [option, { type: value === true ? ('boolean' as const) : ('string' as const) }]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    return { values: { ...values }, positionals };
  } catch (error) {
    // Its first sentence says what is wrong; the rest is advice about the shell.
    throw buildUsageError((error as Error).message.split(/\. |\n/, 1)[0] ?? '', usage);
  }
}
