// Replies with hostile texts in all fields, for component tests. The number in a text shows which field it came from.
import type { TSchema } from 'typebox';
import { findSchemaName as nameOf, type ReplyTexts } from '#contract/testing/reply-texts.ts';
import { hostileAddressesFor, hostileTextFor } from '#model/testing/hostile-texts.ts';
import { fillSchema, type FixedFieldValues, type TextField } from '#model/testing/text-fields.ts';

/** 0: URLs that would run if used unchecked. 1: URLs that the schemas accept. */
export type AddressKind = 0 | 1;

export interface HostileReplies {
  /** By call name. */
  readonly build: (addresses: AddressKind, fixed?: FixedFieldValues) => Record<string, () => object>;
  readonly fill: (schema: TSchema, name: string, addresses: AddressKind) => unknown;
}

/** @param usual Pages find their content by these fields, so they keep normal values. */
export function createHostileReplies(
  { calls, fields, fillsAnyType }: ReplyTexts,
  usual: FixedFieldValues,
): HostileReplies {
  const numbers = new Map(fields.map(({ path }, number) => [path, number]));
  const chooseFor =
    (addresses: AddressKind) =>
    ({ path, kind }: TextField): string => {
      const number = numbers.get(path) ?? fields.length;
      return kind === 'address' ? (hostileAddressesFor(number)[addresses] ?? '') : hostileTextFor(number);
    };
  return {
    build: (addresses, fixed = {}) => {
      const filling = { choose: chooseFor(addresses), nameOf, fillsAnyType, fixed: { ...usual, ...fixed } };
      return Object.fromEntries(
        calls.map(({ name, reply }) => [name, () => fillSchema(reply, name, filling) as object]),
      );
    },
    fill: (schema, name, addresses) => fillSchema(schema, name, { choose: chooseFor(addresses), nameOf, fillsAnyType }),
  };
}
