import { Value } from 'typebox/value';
import { uuid } from '#model/schema.ts';

/** Whether a vendor gave an id of ours back: what is no uuid belongs to somebody else. */
export const isUuid = (value: unknown): value is string => Value.Check(uuid, value);
