// Builds a valid value for a contract schema, for tests that call every endpoint.
import { Value } from 'typebox/value';
import type { TSchema } from 'typebox';

type Loose = TSchema & Readonly<Record<string, unknown>>;

/** @param known values for parameters by name, used as they are */
export function buildSample(schema: TSchema, known: Readonly<Record<string, unknown>> = {}): unknown {
  const sample = make(schema as Loose, known);
  if (Value.Check(schema, sample)) return sample;
  const [wrong] = Value.Errors(schema, sample);
  throw new Error(`No sample of the schema was found: ${wrong?.instancePath} ${wrong?.message}.`);
}

function make(schema: Loose, known: Readonly<Record<string, unknown>>): unknown {
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (Array.isArray(schema['anyOf'])) return make(schema['anyOf'][0] as Loose, known);
  switch (schema['type']) {
    case 'object':
      return makeObject(schema, known);
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 0) }, () => make(schema['items'] as Loose, known));
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 0;
    case 'boolean':
      return true;
    case 'string':
      return makeText(schema);
    default:
      return null;
  }
}

function makeObject(schema: Loose, known: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const required = new Set((schema['required'] ?? []) as string[]);
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Loose>);
  const wanted = properties.filter(([name]) => required.has(name) || name in known);
  return Object.fromEntries(wanted.map(([name, each]) => [name, name in known ? known[name] : make(each, {})]));
}

function makeText(schema: Loose): string {
  const candidates = [
    'x'.repeat(Number(schema['minLength'] ?? 1)),
    '00000000-0000-4000-8000-000000000000',
    'https://play.example/x',
    '2026-01-01T00:00:00Z',
    'a@players.example',
    'USD',
    '1',
    'en',
  ];
  return candidates.find((candidate) => Value.Check(schema, candidate)) ?? '';
}
