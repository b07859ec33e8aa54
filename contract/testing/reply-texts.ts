// All reply fields that can contain user-written text or URLs, listed once per schema. For tests of where such texts
// are used.
import { api } from '#contract/api.ts';
import { keyOf, schemaNames } from '#contract/schema-names.ts';
import type { Area } from '#model/route.ts';
import { listTextFields, type TextField } from '#model/testing/text-fields.ts';

const names = schemaNames();

/** The name of a schema that is used in several places. */
export const nameOfSchema = (schema: object): string | undefined => {
  const key = keyOf(schema);
  return key && !Array.isArray(key) ? names.get(key) : undefined;
};

export const repliedCalls = Object.entries(api as Readonly<Record<string, Area>>).flatMap(([area, calls]) =>
  Object.entries(calls).flatMap(([call, { reply }]) => (reply ? [{ name: `${area}.${call}`, reply }] : [])),
);

const all = repliedCalls.flatMap(({ name, reply }) => listTextFields(reply, name, nameOfSchema));

export const replyTexts: readonly TextField[] = [...new Map(all.map((field) => [field.path, field])).values()];
