import { compileValidator, type SchemaValidator } from './compile-validator.ts';
import { findWrongParameter, type WrongParameter } from './find-wrong-parameter.ts';
import type { EventName, MethodName } from './protocol.ts';
import { eventSchemas, methodSchemas } from './schemas.ts';

export const areParamsValid = (method: MethodName, params: unknown): boolean => methodChecks[method].params(params);

export const explainInvalidParams = (method: MethodName, params: unknown): WrongParameter =>
  findWrongParameter(methodSchemas[method].params, params) ?? { message: `The parameters are not those of ${method}.` };

export const isResultValid = (method: MethodName, result: unknown): boolean => methodChecks[method].result(result);

export const isEventValid = (event: EventName, data: unknown): boolean => eventChecks[event](data);

const methodChecks = Object.fromEntries(
  Object.entries(methodSchemas).map(([name, { params, result }]) => [
    name,
    { params: compileValidator(params), result: compileValidator(result) },
  ]),
) as Record<MethodName, { params: SchemaValidator; result: SchemaValidator }>;

const eventChecks = Object.fromEntries(
  Object.entries(eventSchemas).map(([name, schema]) => [name, compileValidator(schema)]),
) as Record<EventName, SchemaValidator>;
