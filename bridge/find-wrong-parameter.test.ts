// For all methods of the protocol: if a call's parameters are invalid, the reply names the wrong parameter.
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { admitCall, type RefusedCall } from './admit-call.browser.ts';
import { compileValidator } from './compile-validator.ts';
import type { BridgeHandlers } from './handlers.browser.ts';
import { createMessageBudgets, defaultBridgeLimits } from './limits.browser.ts';
import { methodRules, type MethodName } from './protocol.ts';
import { methodSchemas } from './schemas.ts';

const names = Object.keys(methodRules) as MethodName[];
const handlers = Object.fromEntries(names.map((name) => [name, () => ({})])) as BridgeHandlers;

interface ParamsSchema {
  readonly properties: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}
const schemaOf = (method: MethodName): ParamsSchema => methodSchemas[method].params as never;

function refuse(method: MethodName, params: unknown): RefusedCall {
  const admitted = admitCall(
    { id: 1, method, params },
    {
      handlers,
      capabilities: () => ['FriendsList', 'FriendsInvite', 'RateApplication'],
      hasGesture: () => true,
      limits: defaultBridgeLimits,
      budgets: createMessageBudgets(defaultBridgeLimits),
    },
    { size: 0, waitsForPlayer: () => false },
  );
  if (!('code' in admitted)) throw new Error(`${method} was let through with ${JSON.stringify(params)}`);
  return admitted;
}

// For each parameter's schema, at least one sample is valid and at least one is invalid, unless the schema accepts
// anything.
const samples: readonly unknown[] = [
  'https://play.example/g',
  'gems_100',
  '018f0000-0000-7000-8000-000000000001',
  'data:image/png;base64,iVBORw0KGgo=',
  'device',
  1,
  true,
  ['a'],
  { a: 1 },
];
const rightFor = (schema: TSchema): unknown => samples.find(compileValidator(schema));
const wrongFor = (schema: TSchema): unknown => samples.find((sample) => !compileValidator(schema)(sample));

const rightParams = ({ properties, required = [] }: ParamsSchema): Record<string, unknown> =>
  Object.fromEntries(required.map((name) => [name, rightFor(properties[name] ?? {})]));

describe.each(names)('%s', (method) => {
  const schema = schemaOf(method);
  const { properties, required = [] } = schema;

  it('names an unknown parameter', () => {
    const refused = refuse(method, { ...rightParams(schema), nonsense: 1 });
    expect(refused).toMatchObject({ code: 'InvalidRequest', parameter: 'nonsense' });
    expect(refused.message).toContain('"nonsense" is unknown');
    expect(refused.message).toContain(method);
  });

  it.each(required)('names the missing parameter %s', (name) => {
    const { [name]: _, ...params } = rightParams(schema);
    const refused = refuse(method, params);
    expect(refused).toMatchObject({ code: 'InvalidRequest', parameter: name });
    expect(refused.message).toContain(`"${name}" is missing: give `);
  });

  it.each(Object.keys(properties).filter((name) => wrongFor(properties[name] ?? {}) !== undefined))(
    'names the wrong parameter %s',
    (name) => {
      const refused = refuse(method, { ...rightParams(schema), [name]: wrongFor(properties[name] ?? {}) });
      expect(refused).toMatchObject({ code: 'InvalidRequest', parameter: name });
      expect(refused.message).toContain(`"${name}" has to be `);
    },
  );

  it('reports that parameters must be an object', () => {
    const refused = refuse(method, ['sku']);
    expect(refused).toMatchObject({ code: 'InvalidRequest', message: expect.stringContaining('an object') });
    expect(refused.parameter).toBeUndefined();
  });
});

it('tests every parameter with a wrong value, except those that accept anything', () => {
  const anything = names.flatMap((method) =>
    Object.entries(schemaOf(method).properties)
      .filter(([, schema]) => wrongFor(schema) === undefined)
      .map(([name]) => `${method}.${name}`),
  );
  expect(anything).toEqual(['SendVkBridge.params', 'SendCrazyGamesSdk.params']);
});
