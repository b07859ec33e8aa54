// Validates requests against the contract. Bodies must match exactly; path and query parameters are converted from text
// first. The error names the wrong field.
import { Compile, type Validator } from 'typebox/compile';
import type { TSchema } from 'typebox';
import { Problem } from '#model/problem.ts';
import { checkBodyValue } from './read-body.ts';
import { describeSchemaFault } from './describe-schema-fault.ts';

export type ValidationResult = { value: unknown } | { error: Problem };

export function createValidator(
  schema: TSchema,
  part: 'body' | 'querystring' | 'params' | 'headers',
): (data: unknown) => ValidationResult {
  const compiled = compile(schema);
  return (data) => {
    try {
      if (part === 'body') {
        // The body may be missing if all its fields are optional.
        const body = data === undefined || data === null ? {} : data;
        return compiled.Check(body) ? { value: body } : { error: refusal(compiled.Errors(body)) };
      }
      checkBodyValue(data, 0);
      const converted = compiled.Convert(data);
      return compiled.Check(converted) ? { value: converted } : { error: refusal(compiled.Errors(converted)) };
    } catch (error) {
      if (error instanceof Problem) return { error };
      throw error;
    }
  };
}

/** Checks a reply against the contract in tests and the lab: a mismatch is our bug. */
export function createReplyChecker(schema: TSchema, name: string): (reply: unknown) => void {
  const compiled = compile(schema);
  return (reply) => {
    if (compiled.Check(reply)) return;
    throw new Error(`The reply of ${name} does not match the contract: ${refusal(compiled.Errors(reply)).message}`);
  };
}

// Compiling is slow, and all applications of a process share the schemas.
const compiledSchemas = new WeakMap<TSchema, Validator>();

function compile(schema: TSchema): Validator {
  const known = compiledSchemas.get(schema);
  if (known) return known;
  const compiled: Validator = Compile(schema);
  compiledSchemas.set(schema, compiled);
  return compiled;
}

interface SchemaError {
  instancePath: string;
  message: string;
  params?: unknown;
}

function refusal(errors: readonly SchemaError[]): Problem {
  const fields = Object.fromEntries(
    errors.slice(0, 10).map((error) => [fieldOf(error), describeSchemaFault(error).slice(0, 200)]),
  );
  const detail = Object.entries(fields)
    .map(([field, message]) => `${field} ${message}`)
    .join('; ');
  return new Problem('InvalidRequest', detail || undefined, { fields });
}

function fieldOf(error: SchemaError): string {
  const { requiredProperties, additionalProperties } = (error.params ?? {}) as Record<string, string[] | undefined>;
  const name = requiredProperties?.[0] ?? additionalProperties?.[0];
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  return [path, name].filter(Boolean).join('.').slice(0, 100) || 'request';
}
