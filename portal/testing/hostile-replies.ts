// Replies with hostile texts in all fields, for component tests. The number in a text shows which field it came from.
import { PortalConfig } from '#contract/config.ts';
import { findSchemaName as nameOf, callsWithReply, replyTextFields } from '#contract/testing/reply-texts.ts';
import { hostileAddressesFor, hostileTextFor } from '#model/testing/hostile-texts.ts';
import { fillSchema, type FixedFieldValues, type TextField } from '#model/testing/text-fields.ts';

/** 0: URLs that would run if used unchecked. 1: URLs that the schemas accept. */
type AddressKind = 0 | 1;

const numbers = new Map(replyTextFields.map(({ path }, number) => [path, number]));

const chooseFor =
  (addresses: AddressKind) =>
  ({ path, kind }: TextField): string => {
    const number = numbers.get(path) ?? replyTextFields.length;
    return kind === 'address' ? (hostileAddressesFor(number)[addresses] ?? '') : hostileTextFor(number);
  };

/** Pages find their content by these fields, so they keep normal values. */
const usual: FixedFieldValues = { Locale: 'en', SupportedLanguages: ['en'] };

/** By call name, for `mockApi`. */
export function buildHostileReplies(
  addresses: AddressKind,
  fixed: FixedFieldValues = {},
): Record<string, () => object> {
  const filling = { choose: chooseFor(addresses), nameOf, fixed: { ...usual, ...fixed } };
  return Object.fromEntries(
    callsWithReply.map(({ name, reply }) => [name, () => fillSchema(reply, name, filling) as object]),
  );
}

export const buildHostilePortalConfig = (addresses: AddressKind): PortalConfig =>
  fillSchema(PortalConfig, 'PortalConfig', { choose: chooseFor(addresses), nameOf }) as PortalConfig;
