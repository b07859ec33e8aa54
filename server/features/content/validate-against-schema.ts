import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { ValidationResult } from '#model/validation-result.ts';
import { describeSchemaFault } from '#server/http/describe-schema-fault.ts';

/** Returns the value, or its errors with their paths. */
export function validateAgainstSchema<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
): ValidationResult<Static<Schema>> {
  if (Value.Check(schema, value)) return { value };
  // An unknown field is reported twice: by its object, and by itself as `boolean`.
  const errors = Value.Errors(schema, value).filter(({ keyword }) => keyword !== 'boolean');
  return {
    faults: errors.map((error) => {
      const [unknown] = error.keyword === 'additionalProperties' ? error.params.additionalProperties : [];
      if (unknown !== undefined) return `${error.instancePath}/${unknown} is an unknown field: remove it`;
      return `${error.instancePath || '/'} ${describeSchemaFault(error)}`;
    }),
  };
}
