// The basic types of all schemas. Objects allow no extra properties and strings have a maximum length.
import { Type, type TEnum, type TObject, type TProperties, type TString } from 'typebox';

export const object = <const P extends TProperties>(
  properties: P,
  options: { description?: string } = {},
): TObject<P> => Type.Object(properties, { ...options, additionalProperties: false });

export const EmptyRequest = object({});

export const SuccessReply = object({ Success: Type.Boolean() });

export const text = (
  maxLength = 200,
  options: { minLength?: number; pattern?: string; description?: string } = {},
): TString => Type.String({ maxLength, ...options });

export const oneOf = <const N extends string[]>(
  names: readonly [...N],
  options: { description?: string } = {},
): TEnum<N> => Type.Enum<N>(names, options);

export const uuid = Type.String({
  maxLength: 36,
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
});

export const instant = Type.String({
  maxLength: 30,
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?Z$',
});

export const url = Type.String({ maxLength: 2048, pattern: '^(https?://|/)[^\\s\\\\]*$' });

export const email = Type.String({ maxLength: 254, pattern: '^[^\\s@\\x00-\\x1f\\x7f]+@[^\\s@\\x00-\\x1f\\x7f]+$' });

export const localized = (maxLength = 2000, description?: string) =>
  Type.Record(Type.String({ pattern: '^[a-z]{2}(-[a-z]{2})?$' }), text(maxLength), {
    ...(description !== undefined && { description }),
  });
