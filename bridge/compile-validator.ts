// Compiles a schema into a validation function for a game's messages. The schema library's own check costs as much as
// the rest of the call and adds 8 kB, and its compiler needs eval, which the Content-Security-Policy forbids. Supports the
// keywords that the bridge's schemas use.
import type { TSchema } from 'typebox';

export type SchemaValidator = (value: unknown) => boolean;

interface Known {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

export function compileValidator(schema: TSchema): SchemaValidator {
  const known: Known = schema;
  const { type = 'any' } = known;
  const unsupported = Object.keys(known).find((keyword) => !common.has(keyword) && !keywords[type]?.includes(keyword));
  if (unsupported !== undefined || !keywords[type])
    throw new Error(`The schema keyword "${unsupported ?? `type: ${type}`}" is not supported.`);
  if (known.enum) {
    const values = new Set(known.enum);
    return (value) => values.has(value);
  }
  if (known.const !== undefined) return (value) => value === known.const;
  if (known.anyOf) {
    const options = known.anyOf.map(compileValidator);
    return (value) => options.some((fits) => fits(value));
  }
  return compileType(type, known);
}

const common = new Set(['description', 'type', 'enum', 'const', 'anyOf']);
const range = ['minimum', 'maximum'];
const keywords: Readonly<Record<string, readonly string[]>> = {
  any: [],
  null: [],
  boolean: [],
  number: range,
  integer: range,
  string: ['maxLength', 'pattern'],
  array: ['items', 'maxItems'],
  object: ['properties', 'patternProperties', 'maxProperties', 'required', 'additionalProperties'],
};

function compileType(type: string, known: Known): SchemaValidator {
  switch (type) {
    case 'null':
      return (value) => value === null;
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'number':
    case 'integer':
      return compileNumber(known, type === 'integer' ? Number.isInteger : Number.isFinite);
    case 'string':
      return compileString(known);
    case 'array':
      return compileArray(known);
    case 'object':
      return compileObject(known);
    default:
      return () => true;
  }
}

function compileNumber(
  { minimum = -Infinity, maximum = Infinity }: Known,
  isNumber: (value: unknown) => boolean,
): SchemaValidator {
  return (value) => isNumber(value) && (value as number) >= minimum && (value as number) <= maximum;
}

function compileString({ maxLength = Infinity, pattern }: Known): SchemaValidator {
  const form = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  return (value) =>
    typeof value === 'string' &&
    // A string never has more characters than code units, so only long strings are counted.
    (value.length <= maxLength || hasAtMost(maxLength, value)) &&
    (form === undefined || form.test(value));
}

/** Counts characters as readers see them. */
function hasAtMost(maxLength: number, value: string): boolean {
  let count = 0;
  for (const _ of new Intl.Segmenter().segment(value)) if (++count > maxLength) return false;
  return true;
}

function compileArray({ items, maxItems = Infinity }: Known): SchemaValidator {
  const fits = items ? compileValidator(items) : () => true;
  return (value) => Array.isArray(value) && value.length <= maxItems && value.every(fits);
}

function compileObject(known: Known): SchemaValidator {
  const { properties = {}, patternProperties = {}, required = [], maxProperties = Infinity } = known;
  const fields = new Map(Object.entries(properties).map(([name, schema]) => [name, compileValidator(schema)]));
  const patterns = Object.entries(patternProperties).map(
    ([pattern, schema]) => [new RegExp(pattern, 'u'), compileValidator(schema)] as const,
  );
  const isClosed = known.additionalProperties === false;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const record = value as Readonly<Record<string, unknown>>;
    for (const name of required) if (record[name] === undefined) return false;
    const names = Object.keys(record);
    if (names.length > maxProperties) return false;
    return names.every((name) => {
      const fits = fields.get(name) ?? patterns.find(([pattern]) => pattern.test(name))?.[1];
      // A property with the value undefined counts as absent, because games pass options on like that.
      return fits ? record[name] === undefined || fits(record[name]) : !isClosed;
    });
  };
}
