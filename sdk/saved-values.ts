// Values are saved as text: JSON, or a text that isn't JSON as it is. So a game that changes from `localStorage` to
// `FxId.saves` finds its values.
import type { SaveEntry } from '../bridge/shapes.ts';

/**
 * Text in which a lone surrogate or a null character is allowed, as compression libraries make it. It travels as JSON
 * after a mark.
 */
export const escapeText = (text: string): string =>
  /[\0\p{Surrogate}]/u.test(text) || text.startsWith(escapeMark) ? escapeMark + JSON.stringify(text) : text;

export const unescapeText = (text: string): string =>
  text.startsWith(escapeMark) ? (JSON.parse(text.slice(1)) as string) : text;

const escapeMark = '\u0001';

export function decodeSavedValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export function encodeSavedValue(value: unknown): string {
  if (typeof value === 'string' && decodeSavedValue(value) === value) return value;
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError('Only JSON values and texts can be saved.');
  return text;
}

/** A value that the game has not changed keeps its text. */
export function encodeMergedValues(
  values: Readonly<Record<string, unknown>>,
  copies: readonly (readonly SaveEntry[])[],
): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const key of Object.keys(values)) {
    const value = encodeSavedValue(values[key]);
    const texts = copies.flatMap((entries) => entries.filter((entry) => entry.key === key)).map((entry) => entry.value);
    const same = texts.find((text) => encodeSavedValue(decodeSavedValue(unescapeText(text))) === value);
    merged[key] = same ?? escapeText(value);
  }
  return merged;
}
