// The fields of a schema in which somebody's words may stand, and values of a schema in which each of them holds a text that the
// caller chooses. For tests that see what becomes of such texts.
import { Type, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

export interface TextField {
  /** Such as `info.news.reply.News[].Messages[].Header`. */
  readonly path: string;
  /** An address may hold anything besides spaces; words may hold anything at all. */
  readonly kind: 'words' | 'address';
  readonly maxLength: number;
}

/** What a value says where no words stand: by the last name of its path, or by the whole of it. */
export type Fixed = Readonly<Record<string, unknown>>;

export interface Filling {
  readonly choose: (field: TextField) => string;
  readonly fixed?: Fixed;
  /** The name of a schema that stands in many places: its fields are the same ones everywhere, and their paths begin with it. */
  readonly nameOf?: (schema: object) => string | undefined;
}

/** A value with every field of the schema, optional ones too, and one element in each list. */
export function fillSchema(schema: TSchema, path: string, filling: Filling): unknown {
  return fill(schema, path, filling);
}

export function listTextFields(schema: TSchema, path: string, nameOf?: Filling['nameOf']): TextField[] {
  const fields = new Map<string, TextField>();
  const choose = (field: TextField): string => {
    fields.set(field.path, field);
    return '';
  };
  fillSchema(schema, path, { choose, ...(nameOf && { nameOf }) });
  return [...fields.values()];
}

/** As much of a JSON schema as ours use. */
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

function fill(shape: Shape, outer: string, filling: Filling): unknown {
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
      return null;
  }
}

function fillText({ pattern, maxLength = Infinity }: Shape, path: string, { choose }: Filling): string {
  if (pattern === undefined) return choose({ path, kind: 'words', maxLength });
  if (isAddress(pattern)) return choose({ path, kind: 'address', maxLength });
  return sampleOf(pattern);
}

/** Whether a pattern is one of addresses, which may hold anything but spaces and backslashes. */
const isAddress = (pattern: string): boolean => /^\^(https|\(https\?|\/)/.test(pattern) && pattern.includes('\\s');

const samples = [
  'en',
  'gem-miner',
  '0196f0a0-0000-7000-8000-000000000001',
  '2026-02-03T10:00:00.000Z',
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
];

/** A word that fits. */
function sampleOf(pattern: string): string {
  const fitting = samples.find((sample) => Value.Check(Type.String({ pattern }), sample));
  if (fitting === undefined) throw new Error(`No sample fits ${pattern}: add one in model/testing/text-fields.ts.`);
  return fitting;
}
