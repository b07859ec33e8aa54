// A server of component tests that answers every call of the contract with hostile texts in all of its fields. Each field has a
// number, which its texts carry, so that what is seen in a page tells where it came from.
import { PortalConfig } from '#contract/config.ts';
import { nameOfSchema as nameOf, repliedCalls, replyTexts } from '#contract/testing/reply-texts.ts';
import { hostileAddressesFor, hostileTextFor } from '#model/testing/hostile-texts.ts';
import { fillSchema, type Fixed, type TextField } from '#model/testing/text-fields.ts';

/** The addresses that are tried: such as run where they are taken as they are, and such as the schemas let through. */
type AddressKind = 0 | 1;

const numbers = new Map(replyTexts.map(({ path }, number) => [path, number]));

const chooseFor =
  (addresses: AddressKind) =>
  ({ path, kind }: TextField): string => {
    const number = numbers.get(path) ?? replyTexts.length;
    return kind === 'address' ? (hostileAddressesFor(number)[addresses] ?? '') : hostileTextFor(number);
  };

/** By these fields a page finds what it shows. */
const usual: Fixed = { Locale: 'en', SupportedLanguages: ['en'] };

/** By the names of the calls, for `answerCalls`. */
export function answerHostile(addresses: AddressKind, fixed: Fixed = {}): Record<string, () => object> {
  const filling = { choose: chooseFor(addresses), nameOf, fixed: { ...usual, ...fixed } };
  return Object.fromEntries(
    repliedCalls.map(({ name, reply }) => [name, () => fillSchema(reply, name, filling) as object]),
  );
}

export const fillHostilePortal = (addresses: AddressKind): PortalConfig =>
  fillSchema(PortalConfig, 'PortalConfig', { choose: chooseFor(addresses), nameOf }) as PortalConfig;
