// What a vendor sends is read at the door: no JSON is a value, and what has not the expected shape is a fault that names the vendor.
import { isUtf8 } from 'node:buffer';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** Undefined: it is no JSON, or no text at all. */
export function readJson(content: Buffer | string): unknown {
  if (typeof content !== 'string' && !isUtf8(content)) return undefined;
  try {
    return JSON.parse(content.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The same with every whole number as the text that it is: some vendors write ids as numbers that are too large for one. */
export function readJsonWithTexts(content: Buffer | string): unknown {
  const isReadable = readJson(content) !== undefined;
  // What the type of `JSON.parse` does not know yet: the text of the value itself.
  const asText = (_: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
    typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source) ? source : value;
  return isReadable ? (JSON.parse(content.toString(), asText) as unknown) : undefined;
}

/** The value as it was expected; throws where it is another. What does not fit was not said by the vendor as we know it. */
export function expectShape<S extends TSchema>(schema: S, value: unknown, vendor: string, subject: string): Static<S> {
  if (Value.Check(schema, value)) return value;
  throw new Error(
    `What ${vendor} says about ${subject} has not the shape of one. Its API may have changed: see the README.`,
  );
}
