import { Value } from 'typebox/value';
import { uuid } from '#model/schema.ts';

/** Our ids are UUIDs, so a vendor's value that isn't one is not ours. */
export const isUuid = (value: unknown): value is string => Value.Check(uuid, value);
