// Validates bridge messages against the protocol. Each schema is compiled once.
import { compileCheck, type Fits } from './compile-check.ts';
import { findWrongParameter, type WrongParameter } from './find-wrong-parameter.ts';
import type { EventName, MethodName } from './protocol.ts';
import { eventSchemas, methodSchemas } from './schemas.ts';

export const fitsParams = (method: MethodName, params: unknown): boolean => methodChecks[method].params(params);

/** Describes what is wrong with invalid parameters. */
export const explainParams = (method: MethodName, params: unknown): WrongParameter =>
  findWrongParameter(methodSchemas[method].params, params) ?? { message: `The parameters are not those of ${method}.` };

export const fitsResult = (method: MethodName, result: unknown): boolean => methodChecks[method].result(result);

export const fitsEvent = (event: EventName, data: unknown): boolean => eventChecks[event](data);

const methodChecks = Object.fromEntries(
  Object.entries(methodSchemas).map(([name, { params, result }]) => [
    name,
    { params: compileCheck(params), result: compileCheck(result) },
  ]),
) as Record<MethodName, { params: Fits; result: Fits }>;

const eventChecks = Object.fromEntries(
  Object.entries(eventSchemas).map(([name, schema]) => [name, compileCheck(schema)]),
) as Record<EventName, Fits>;
