// What VK says when something did not work. That the player did not want to is the only fault a game can tell apart; the rest is
// unknown, and the text is for the developer.
import { PlatformError } from '../port.browser.ts';
import { fieldsOf, textOf, type Fields } from './fields-of.browser.ts';

export class VkError extends PlatformError {
  /** The client's own number of it. */
  readonly number: number | undefined;
  constructor(type: unknown, data: unknown) {
    // On phones it may be empty, or not there at all.
    const fault = fieldsOf(data);
    const number = Number(fault['error_code']);
    const isDenied = type === 'client_error' && number === denied;
    super(isDenied ? 'UserCancelled' : 'Unknown', wordsIn(fault) || `VK answered with ${textOf(type)}`);
    this.number = type === 'client_error' ? number : undefined;
  }
}

export const denied = 4;
export const unsupported = 6;

// Of the client, of sign-in, and of the API.
const wordsIn = (fault: Fields): string =>
  ['error_reason', 'error_description', 'error', 'error_msg']
    .map((name) => textOf(fault[name]))
    .filter(Boolean)
    .join(': ')
    .slice(0, 200);
