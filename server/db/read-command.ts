// Parses operators' command lines. A command is a table of forms, which defines the accepted arguments and the --help
// text.
import { parseArgs } from 'node:util';

export interface SubcommandDefinition {
  /** Positional arguments in order. Only the last may be optional, marked with a question mark. */
  readonly words: readonly string[];
  /** Options by name, with the description of their value, or true for a flag. */
  readonly options?: Readonly<Record<string, string | true>>;
  readonly does: string;
}

/** The forms by their first word; `*` matches everything else, including the first word. */
export type SubcommandDefinitions = Readonly<Record<string, SubcommandDefinition>>;

export type ParsedCommand<F extends SubcommandDefinitions> = {
  [Action in keyof F & string]: {
    readonly action: Action;
    readonly words: WordsOf<F[Action]['words']>;
    readonly options: OptionsOf<F[Action]>;
  };
}[keyof F & string];

/** Thrown for --help; the message is the help text. */
export class HelpRequestedError extends Error {}

/** Rejects unknown words and options, so that a typo never does something else. */
export function readCommand<const F extends SubcommandDefinitions>(
  name: string,
  forms: F,
  given: readonly string[],
): ParsedCommand<F> {
  const usage = describeUsage(name, forms);
  const { values, positionals } = parse(forms, given, usage);
  if (values['help'] === true) throw new HelpRequestedError(usage);
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
  return { action, words, options: values } as unknown as ParsedCommand<F>;
}

export function buildUsageError(what: string, usage: string): Error {
  return new Error(`${what}\n\n${usage}`);
}

export function describeUsage(name: string, forms: SubcommandDefinitions): string {
  const lines = Object.entries(forms).map(([action, form]): [string, string] => [lineOf(action, form), form.does]);
  const width = Math.min(44, Math.max(...lines.map(([line]) => line.length)));
  const shown = lines.map(([line, does]) =>
    line.length > width ? `  ${line}\n  ${' '.repeat(width)}  ${does}` : `  ${line.padEnd(width)}  ${does}`,
  );
  return [`Usage: npm run ${name} -- …`, ...shown].join('\n');
}

type WordsOf<Words extends readonly string[]> = { readonly [K in keyof Words]: WordOf<Words[K]> };
type WordOf<Word> = Word extends `${string}?` ? string | undefined : string;
type OptionsOf<F extends SubcommandDefinition> =
  F['options'] extends Readonly<Record<string, string | true>>
    ? { readonly [O in keyof F['options']]?: F['options'][O] extends true ? true : string }
    : Readonly<Record<string, never>>;

function lineOf(action: string, { words, options = {} }: SubcommandDefinition): string {
  const wordTexts = words.map((word) => (word.endsWith('?') ? `[<${word.slice(0, -1)}>]` : `<${word}>`));
  const optionTexts = Object.entries(options).map(([option, value]) =>
    value === true ? `[--${option}]` : `[--${option} <${value}>]`,
  );
  return [...(action === '*' ? [] : [action]), ...wordTexts, ...optionTexts].join(' ');
}

function parse(
  forms: SubcommandDefinitions,
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
    // The first sentence names the error; the rest is advice about the shell.
    throw buildUsageError((error as Error).message.split(/\. |\n/, 1)[0] ?? '', usage);
  }
}
