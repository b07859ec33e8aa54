// Reads what our own page at the end of a vendor's way hands over. Everybody can send anybody to that page, and every tab of the
// portal hears it, so only an answer with the state of this very try counts; any other is passed over, as if unheard.
import { fieldsOf } from './fields-of.ts';
import type { ReturnMessage } from './port.browser.ts';

export interface Returned extends ReturnMessage {
  /** The answer, from whichever of its three places the vendor put it: query, fragment or form. */
  readonly fields: URLSearchParams;
}

export function readReturn(data: unknown, origin: string, returnUrl: string, state: string): Returned | undefined {
  const { type, url, form } = fieldsOf(data);
  if (origin !== new URL(returnUrl).origin || type !== 'fxid-sign-in-return' || typeof url !== 'string')
    return undefined;
  const isOurs = url === returnUrl || url.startsWith(`${returnUrl}?`) || url.startsWith(`${returnUrl}#`);
  if (!isOurs || state === '') return undefined;
  const posted = typeof form === 'string' ? { form } : {};
  const { search, hash } = new URL(url);
  const fields = [search.slice(1), hash.slice(1), posted.form ?? '']
    .map((part) => new URLSearchParams(part))
    .find((part) => part.get('state') === state);
  return fields && { type, url, ...posted, fields };
}
