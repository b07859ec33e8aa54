// The names that a game may use in the data layer. Names of the tag manager, the portal and player data are reserved.
import { buildInvalidParameterError } from '#bridge/bridge-error.ts';
import type { ScalarValues } from '#bridge/shapes.ts';

/** No dots: the tag manager would modify nested values. */
export function isAllowedTagKey(key: string): boolean {
  return /^[a-z]\w{0,39}$/i.test(key) && !reservedKey.test(key) && !(key in Object.prototype);
}

/** Throws on a reserved name, so that the game's developer notices. */
export function requireAllowedTags(data: ScalarValues): void {
  const { event = '', ...rest } = data;
  const wrong = Object.keys(rest).find((key) => !isAllowedTagKey(key));
  if (wrong !== undefined)
    throw buildInvalidParameterError('data', `must not have the key "${wrong.slice(0, 40)}": ${keyRule}`);
  if (typeof event !== 'string' || reservedEvent.test(event))
    throw buildInvalidParameterError('data', `must not have the event "${String(event).slice(0, 40)}": ${eventRule}`);
}

const reservedKey =
  /^(gtm|event$|eventCallback$|eventTimeout$|ecommerce$|fxid_|account_id$|user_id$|email$|sha256_email_address$)/i;
const reservedEvent = /^\W*(gtm|sdk_|site_|fxid_|login$)/i;
const keyRule =
  'a key is a letter and up to 39 letters, digits and _, and none that the tag manager or the portal uses.';
const eventRule =
  'an event is a text that begins neither like the tag manager’s own (gtm) nor like the portal’s (sdk_, site_, fxid_, login).';
