export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object that came from outside, or of the JSON of one; of anything else none. */
export function fieldsOf(value: unknown): Fields {
  const found = typeof value === 'string' ? parse(value) : value;
  // Its fields are checked one by one.
  return typeof found === 'object' && found !== null ? (found as Fields) : {};
}

export const textOf = (value: unknown, maxLength?: number): string =>
  typeof value === 'string' ? value.slice(0, maxLength) : '';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Extensions of browsers post texts of their own.
    return undefined;
  }
}
