// Compiles a schema into a validation function for a game's messages. The schema library's own check costs as much as
// the rest of the call, and its compiler needs eval, which the Content-Security-Policy forbids. Uncommon types use the
// library's check.
import type { TSchema } from 'typebox';
import { Check } from 'typebox/schema';

export type SchemaValidator = (value: unknown) => boolean;

interface Known {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

export function compileValidator(schema: TSchema): SchemaValidator {
  const known = schema as Known;
  const only = (...keywords: string[]): boolean =>
    Object.keys(known).every((keyword) => keyword === 'description' || keywords.includes(keyword));
  if (only('type') && known.type === 'boolean') return (value) => typeof value === 'boolean';
  if (only('type') && known.type === 'number') return (value) => typeof value === 'number' && Number.isFinite(value);
  if (only('type', 'maxLength') && known.type === 'string') return fitsText(schema, known['maxLength']);
  if (only('enum') && known.enum?.every((each) => typeof each === 'string')) {
    const names = new Set<unknown>(known.enum);
    return (value) => names.has(value);
  }
  if (only('anyOf') && known.anyOf) {
    const any = known.anyOf.map(compileValidator);
    return (value) => any.some((fits) => fits(value));
  }
  if (only('type', 'items') && known.type === 'array' && known.items) {
    const fits = compileValidator(known.items);
    return (value) => Array.isArray(value) && value.every(fits);
  }
  if (only('type', 'properties', 'required', 'additionalProperties') && known.properties)
    return fitsObject(known.properties, known.required ?? [], known['additionalProperties']);
  return (value) => Check(schema, value);
}

function fitsText(schema: TSchema, maxLength: unknown): SchemaValidator {
  const unitsMax = typeof maxLength === 'number' ? maxLength : Infinity;
  // The library counts grapheme clusters, of which a string never has more than code units, so only long strings are
  // counted.
  return (value) => typeof value === 'string' && (value.length <= unitsMax || Check(schema, value));
}

function fitsObject(
  properties: Readonly<Record<string, TSchema>>,
  required: readonly string[],
  more: unknown,
): SchemaValidator {
  const fields = new Map(Object.entries(properties).map(([name, schema]) => [name, compileValidator(schema)]));
  const isClosed = more === false;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const record = value as Readonly<Record<string, unknown>>;
    for (const name of required) if (record[name] === undefined) return false;
    for (const name of Object.keys(record)) {
      const fits = fields.get(name);
      if (!fits && isClosed) return false;
      // A property with the value undefined counts as absent, because games pass options on like that.
      if (fits && record[name] !== undefined && !fits(record[name])) return false;
    }
    return true;
  };
}
