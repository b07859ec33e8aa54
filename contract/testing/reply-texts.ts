// All reply fields that can contain user-written text or URLs, listed once per schema: those of players' calls, which the
// portal shows, and those of operators' calls, which the console shows.
import type { TSchema } from 'typebox';
import { api } from '#contract/api.ts';
import { schemaKey, listSchemaNames } from '#contract/schema-names.ts';
import type { Route, RouteGroup } from '#model/route.ts';
import { listTextFields, type TextField } from '#model/testing/text-fields.ts';

const names = listSchemaNames();

export const findSchemaName = (schema: object): string | undefined => {
  const key = schemaKey(schema);
  return key && !Array.isArray(key) ? names.get(key) : undefined;
};

interface CallWithReply {
  /** Such as `store.createPayment`. */
  readonly name: string;
  readonly route: Route;
  readonly reply: TSchema;
}

export interface ReplyTexts {
  readonly calls: readonly CallWithReply[];
  readonly fields: readonly TextField[];
  /** Fields of any type contain texts too. */
  readonly fillsAnyType: boolean;
}

const isForOperators = ({ access }: Route): boolean => access.includes('operator') || access.includes('console');

const all = Object.entries(api as Readonly<Record<string, RouteGroup>>).flatMap(([area, calls]) =>
  Object.entries(calls).flatMap(([call, route]) =>
    route.reply ? [{ name: `${area}.${call}`, route, reply: route.reply }] : [],
  ),
);

export const playerReplyTexts = listReplyTexts((route) => !isForOperators(route), false);
export const operatorReplyTexts = listReplyTexts(isForOperators, true);

function listReplyTexts(isIncluded: (route: Route) => boolean, fillsAnyType: boolean): ReplyTexts {
  const calls = all.filter(({ route }) => isIncluded(route));
  const fields = calls.flatMap(({ name, reply }) => listTextFields(reply, name, findSchemaName, fillsAnyType));
  return { calls, fields: [...new Map(fields.map((field) => [field.path, field])).values()], fillsAnyType };
}
