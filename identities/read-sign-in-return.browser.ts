// Anyone can open our return page, and every portal tab receives its messages, so only a reply with this attempt's
// `state` counts.
import { readUnknownFields } from './read-unknown-fields.ts';
import type { SignInReturnMessage } from './port.browser.ts';

interface SignInReturn extends SignInReturnMessage {
  readonly fields: URLSearchParams;
}

export function readSignInReturnMessage(
  data: unknown,
  origin: string,
  returnUrl: string,
  state: string,
): SignInReturn | undefined {
  const { type, url, form } = readUnknownFields(data);
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
