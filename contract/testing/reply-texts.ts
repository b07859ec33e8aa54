// All reply fields of players' calls that can contain user-written text or URLs, listed once per schema. The console's
// pages show what operators' calls return.
import { api } from '#contract/api.ts';
import { schemaKey, listSchemaNames } from '#contract/schema-names.ts';
import type { RouteGroup } from '#model/route.ts';
import { listTextFields, type TextField } from '#model/testing/text-fields.ts';

const names = listSchemaNames();

export const findSchemaName = (schema: object): string | undefined => {
  const key = schemaKey(schema);
  return key && !Array.isArray(key) ? names.get(key) : undefined;
};

export const callsWithReply = Object.entries(api as Readonly<Record<string, RouteGroup>>).flatMap(([area, calls]) =>
  Object.entries(calls).flatMap(([call, { access, reply }]) =>
    reply && !access.includes('operator') && !access.includes('console') ? [{ name: `${area}.${call}`, reply }] : [],
  ),
);

const all = callsWithReply.flatMap(({ name, reply }) => listTextFields(reply, name, findSchemaName));

export const replyTextFields: readonly TextField[] = [...new Map(all.map((field) => [field.path, field])).values()];
