// Parses the operator's standard input. Errors name the path, never a value.
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describeSchemaFault } from '#server/http/describe-schema-fault.ts';

export function parseSettingsJson<S extends TSchema>(schema: S, json: string): Static<S> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new Error("Standard input isn't valid JSON.", { cause });
  }
  return requireValidValue(schema, value);
}

export function requireValidValue<S extends TSchema>(schema: S, value: unknown, what = 'The settings'): Static<S> {
  if (Value.Check(schema, value)) return value;
  const wrong = Value.Errors(schema, value)
    .slice(0, 5)
    .map((error) => `  - ${error.instancePath || '/'} ${describeSchemaFault(error)}`);
  throw new Error(`${what} are invalid:\n${wrong.join('\n')}`);
}
