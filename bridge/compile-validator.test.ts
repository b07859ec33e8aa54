import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { compileValidator } from './compile-validator.ts';
import { eventSchemas, methodSchemas } from './schemas.ts';
import { testPlayerInfo } from './testing/test-portal.ts';

const schemas: [string, TSchema][] = [
  ...Object.entries(methodSchemas).flatMap(([name, { params, result }]): [string, TSchema][] => [
    [`${name} params`, params],
    [`${name} result`, result],
  ]),
  ...Object.entries(eventSchemas).map(([name, schema]): [string, TSchema] => [name, schema]),
];

describe('a compiled validator', () => {
  it.each(schemas)('of %s agrees with the schema library', (_, schema) => {
    const fits = compileValidator(schema);
    fc.assert(
      fc.property(fc.oneof(valueFor(schema), fc.jsonValue()), (value) => {
        expect(fits(value)).toBe(Check(schema, value));
      }),
      { numRuns: 60 },
    );
  });

  it('accepts a real reply, and rejects extra or missing fields', () => {
    const fits = compileValidator(methodSchemas.GetInfo.result);
    expect(fits(testPlayerInfo)).toBe(true);
    expect(fits({ ...testPlayerInfo, authToken: 'secret' })).toBe(false);
    expect(fits({ ...testPlayerInfo, fxId: { ...testPlayerInfo.fxId, authToken: 'secret' } })).toBe(false);
    expect(fits({ ...testPlayerInfo, game: undefined })).toBe(false);
  });

  it('fails for a keyword that it does not support', () => {
    expect(() => compileValidator({ type: 'string', format: 'uri' })).toThrow('"format" is not supported');
    expect(() => compileValidator({ type: 'array', items: { type: 'symbol' } })).toThrow('"type: symbol"');
  });

  it('counts characters instead of code units in long strings', () => {
    const fits = compileValidator(methodSchemas.SetStatus.params);
    expect(fits({ status: '🎮'.repeat(200) })).toBe(true);
    expect(fits({ status: '🎮'.repeat(201) })).toBe(false);
  });
});

function valueFor(schema: TSchema): fc.Arbitrary<unknown> {
  const { type, properties, patternProperties, required, items, anyOf, maxLength } = schema as {
    type?: string;
    enum?: unknown[];
    properties?: Record<string, TSchema>;
    patternProperties?: Record<string, TSchema>;
    required?: string[];
    items?: TSchema;
    anyOf?: TSchema[];
    maxLength?: number;
  };
  const names = (schema as { enum?: unknown[] }).enum;
  if (names) return fc.constantFrom(...names, 'other');
  if (anyOf) return fc.oneof(...anyOf.map(valueFor), fc.constant(null));
  if (properties) {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valueFor(each)]));
    const exact = fc.record(fields, { requiredKeys: required ?? [] });
    return fc.oneof(exact, exact, exact, fc.record({ ...fields, more: fc.integer() }, { requiredKeys: [] }));
  }
  if (patternProperties) {
    const value = fc.oneof(...Object.values(patternProperties).map(valueFor), fc.jsonValue());
    return fc.dictionary(fc.string({ maxLength: 120 }), value);
  }
  if (items) return fc.array(valueFor(items), { maxLength: 3 });
  if (type === 'string')
    return fc.oneof(fc.string({ maxLength: Math.min(maxLength ?? 20, 20) }), fc.constant('/docs/tos'));
  if (type === 'integer' || type === 'number') return fc.oneof(fc.nat(), fc.double(), fc.integer());
  if (type === 'boolean') return fc.oneof(fc.boolean(), fc.boolean(), fc.constant(1));
  return fc.jsonValue();
}
