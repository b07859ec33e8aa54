// Finds which parameter of a call is wrong, and why. Runs only after validation has failed, so it may be slow.
import type { TSchema } from 'typebox';
import { compileValidator } from './compile-validator.ts';

export interface WrongParameter {
  /** Undefined if the parameters are not an object. */
  readonly parameter?: string;
  readonly message: string;
}

interface Known {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** Undefined if no single parameter is wrong. */
export function findWrongParameter(schema: TSchema, params: unknown): WrongParameter | undefined {
  const { properties = {}, required = [] }: Known = schema;
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    return { message: 'The parameters have to be an object.' };
  const given = params as Readonly<Record<string, unknown>>;
  for (const [parameter, expected] of Object.entries(properties)) {
    const value = given[parameter];
    if (value === undefined) {
      if (required.includes(parameter)) return wrong(parameter, `is missing: give ${describeExpected(expected)}`);
    } else if (!compileValidator(expected)(value)) return wrong(parameter, `has to be ${describeExpected(expected)}`);
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(properties, name));
  if (unknown === undefined) return undefined;
  const names = Object.keys(properties);
  return wrong(
    unknown.slice(0, 64),
    names.length > 0 ? `is unknown: there are ${names.join(', ')}` : 'is unknown: this method takes none',
  );
}

const wrong = (parameter: string, problem: string): WrongParameter => ({
  parameter,
  message: `The parameter "${parameter}" ${problem}.`,
});

function describeExpected(schema: TSchema): string {
  const known: Known = schema;
  const { type, pattern, minimum, maximum, maxLength, maxItems } = known;
  if (known.enum) return `one of ${known.enum.map(String).join(', ')}`;
  const limits = [
    ...(maxLength === undefined ? [] : [`of at most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`with at most ${maxItems} items`]),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`to ${maximum}`]),
    ...(pattern === undefined ? [] : [`that matches ${pattern}`]),
  ];
  return [kinds[type ?? ''] ?? 'plain data', ...limits].join(' ');
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object of strings, numbers, booleans and nulls',
};
