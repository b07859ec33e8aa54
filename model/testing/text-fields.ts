// Lists the fields of a schema that can contain user-written text, and creates sample values with chosen texts in them.
import { Type, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

export interface TextField {
  readonly path: string;
  /** An `address` can contain anything except spaces; `words` can contain anything. */
  readonly kind: 'words' | 'address';
  readonly maxLength: number;
}

/** Fixed values for fields, by the last name of the field's path or by the full path. */
export type FixedFieldValues = Readonly<Record<string, unknown>>;

export interface FillSchemaOptions {
  readonly choose: (field: TextField) => string;
  readonly fixed?: FixedFieldValues;
  /**
   * The name of a schema that is used in several places. It replaces the start of the field paths, so that its fields
   * are listed once.
   */
  readonly nameOf?: (schema: object) => string | undefined;
  /** Fields of any type are an object with a text as name and value. By default they are null. */
  readonly fillsAnyType?: boolean | undefined;
}

export function fillSchema(schema: TSchema, path: string, filling: FillSchemaOptions): unknown {
  return fill(schema, path, filling);
}

export function listTextFields(
  schema: TSchema,
  path: string,
  nameOf?: FillSchemaOptions['nameOf'],
  fillsAnyType?: boolean,
): TextField[] {
  const fields = new Map<string, TextField>();
  const choose = (field: TextField): string => {
    fields.set(field.path, field);
    return '';
  };
  fillSchema(schema, path, { choose, fillsAnyType, ...(nameOf && { nameOf }) });
  return [...fields.values()];
}

/** Whether a list of field paths names this one. An entry may start or end with an asterisk. */
export function isListedField(entries: readonly string[], path: string): boolean {
  return entries.some((entry) => fits(entry, path));
}

function fits(entry: string, path: string): boolean {
  const part = entry.replace(/^\*/, '').replace(/\*$/, '');
  if (entry.startsWith('*')) return path.endsWith(entry.slice(1)) || (entry.endsWith('*') && path.includes(part));
  return entry.endsWith('*') ? path.startsWith(part) : path === entry;
}

interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
}

function fill(shape: Shape, outer: string, filling: FillSchemaOptions): unknown {
  const { fixed = {}, nameOf } = filling;
  const last = outer.slice(outer.lastIndexOf('.') + 1);
  for (const key of [outer, last]) if (key in fixed) return fixed[key];
  const path = nameOf?.(shape) ?? outer;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf) return shape.anyOf.map((option) => fill(option, path, filling))[0];
  switch (shape.type ?? '') {
    case 'string':
      return fillText(shape, path, filling);
    case 'integer':
    case 'number':
      return Math.max(shape.minimum ?? 1, 1);
    case 'boolean':
      return true;
    case 'array':
      return [fill(shape.items ?? {}, `${path}[]`, filling)];
    case 'object':
      return Object.fromEntries([
        ...Object.entries(shape.properties ?? {}).map(([key, value]) => [key, fill(value, `${path}.${key}`, filling)]),
        ...Object.entries(shape.patternProperties ?? {}).map(([pattern, value]) => [
          sampleOf(pattern),
          fill(value, `${path}.*`, filling),
        ]),
      ]);
    default:
      return filling.fillsAnyType ? fillAnyType(path, filling) : null;
  }
}

function fillAnyType(path: string, { choose }: FillSchemaOptions): object {
  const text = choose({ path, kind: 'words', maxLength: Infinity });
  return { [text]: text };
}

function fillText({ pattern, maxLength = Infinity }: Shape, path: string, { choose }: FillSchemaOptions): string {
  if (pattern === undefined) return choose({ path, kind: 'words', maxLength });
  if (isAddress(pattern)) return choose({ path, kind: 'address', maxLength });
  return sampleOf(pattern);
}

const isAddress = (pattern: string): boolean => /^\^(https|\(https\?|\/)/.test(pattern) && pattern.includes('\\s');

const samples = [
  'en',
  'gem-miner',
  '0196f0a0-0000-7000-8000-000000000001',
  '2026-02-03T10:00:00.000Z',
  '2026-02-03',
  'EUR',
  'DE',
  'mina@example.org',
  'https://games.example',
  'wss://games.example',
  '1',
  '123456',
  'v1.0',
  'int-1',
  'abc',
  '#123456',
  '@news',
  'data:image/png;base64,AAAA',
  '1234',
  '10.00',
  'a'.repeat(64),
  'A'.repeat(43),
  'A'.repeat(32),
];

function sampleOf(pattern: string): string {
  const fitting = samples.find((sample) => Value.Check(Type.String({ pattern }), sample));
  if (fitting === undefined) throw new Error(`No sample fits ${pattern}: add one in model/testing/text-fields.ts.`);
  return fitting;
}
