// The basic types from which all schemas are built. Objects allow no extra properties and strings have a maximum
// length, so that no schema can omit either by accident.
import { Type, type TEnum, type TObject, type TProperties, type TString } from 'typebox';

export const object = <const P extends TProperties>(
  properties: P,
  options: { description?: string } = {},
): TObject<P> => Type.Object(properties, { ...options, additionalProperties: false });

/** The body of a call without parameters. */
export const EmptyRequest = object({});

/** The reply of a call that returns no data. */
export const SuccessReply = object({ Success: Type.Boolean() });

export const text = (
  maxLength = 200,
  options: { minLength?: number; pattern?: string; description?: string } = {},
): TString => Type.String({ maxLength, ...options });

/** One of the given names. The API sends enums as names. */
export const oneOf = <const N extends string[]>(
  names: readonly [...N],
  options: { description?: string } = {},
): TEnum<N> => Type.Enum<N>(names, options);

export const uuid = Type.String({
  maxLength: 36,
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
});

/** An instant as ISO 8601 in UTC. */
export const instant = Type.String({
  maxLength: 30,
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?Z$',
});

export const url = Type.String({ maxLength: 2048, pattern: '^(https?://|/)[^\\s\\\\]*$' });

export const email = Type.String({ maxLength: 254, pattern: '^[^\\s@\\x00-\\x1f\\x7f]+@[^\\s@\\x00-\\x1f\\x7f]+$' });

/** A text in several languages: locale to text. */
export const localized = (maxLength = 2000, description?: string) =>
  Type.Record(Type.String({ pattern: '^[a-z]{2}(-[a-z]{2})?$' }), text(maxLength), {
    ...(description !== undefined && { description }),
  });
