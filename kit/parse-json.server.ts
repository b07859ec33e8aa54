import { isUtf8 } from 'node:buffer';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** Undefined if the content is not valid UTF-8 or not JSON. */
export function parseJson(content: Buffer | string): unknown {
  if (typeof content !== 'string' && !isUtf8(content)) return undefined;
  try {
    return JSON.parse(content.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Like `parseJson`, but keeps every integer as a string: some vendors send ids that exceed the safe integer range. */
export function parseJsonWithStringIntegers(content: Buffer | string): unknown {
  const isReadable = parseJson(content) !== undefined;
  // TypeScript doesn't know the third argument of a `JSON.parse` reviver yet.
  const asText = (_: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
    typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source) ? source : value;
  return isReadable ? (JSON.parse(content.toString(), asText) as unknown) : undefined;
}

export function requireShape<S extends TSchema>(schema: S, value: unknown, vendor: string, subject: string): Static<S> {
  if (Value.Check(schema, value)) return value;
  throw new Error(
    `${vendor}'s data about ${subject} has an unexpected format. Its API may have changed: see the README.`,
  );
}
