import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describeSchemaFault } from '#server/http/describe-schema-fault.ts';

/** What is wrong with a value, each with its place; nothing: it fits. */
export function listSchemaFaults(schema: TSchema, value: unknown): string[] {
  if (Value.Check(schema, value)) return [];
  // What is no field is told by its object, and once more by itself.
  const errors = Value.Errors(schema, value).filter(({ keyword }) => keyword !== 'boolean');
  return errors.map((error) => {
    const [unknown] = (error.params as { additionalProperties?: readonly string[] }).additionalProperties ?? [];
    if (unknown !== undefined) return `${error.instancePath}/${unknown} is no field of it: remove it`;
    return `${error.instancePath || '/'} ${describeSchemaFault(error)}`;
  });
}
