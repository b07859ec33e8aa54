export type UntrustedFields = Readonly<Record<string, unknown>>;

/** Returns the fields of an untrusted object or JSON text. Returns {} for anything else. */
export function readUntrustedFields(value: unknown): UntrustedFields {
  const found = typeof value === 'string' ? parse(value) : value;
  return typeof found === 'object' && found !== null ? (found as UntrustedFields) : {};
}

export const readUntrustedText = (value: unknown, maxLength?: number): string =>
  typeof value === 'string' ? value.slice(0, maxLength) : '';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Browser extensions also post messages, with texts of their own.
    return undefined;
  }
}
