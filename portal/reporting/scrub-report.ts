// Removes query strings, hashes, tokens, cookies and email addresses from a report. The server's log removes the same.

/** Objects that are not plain, such as the client's own, stay unchanged. */
export function scrubReport<T>(report: T): T {
  return scrubValue(report, 0) as T;
}

export function scrubText(text: string): string {
  return text
    .replaceAll(queryOrFragment, '$1')
    .replaceAll(tokenInPath, '$1[token]')
    .replaceAll(bearer, '$1 [token]')
    .replaceAll(ownToken, '$1_[token]')
    .replaceAll(tokenField, '$1[token]')
    .replaceAll(jwt, '[token]')
    .replaceAll(emailAddress, '[email]');
}

const deepest = 20;
const queryOrFragment = /((?:\b[a-z][a-z0-9+.-]*:\/\/|(?<![\w/])\/)[^\s"'<>?#]*)[?#][^\s"'<>]*/gi;
const tokenInPath = /(\/(?:LoginFromGame\/[^/\s"']+|MerchantPaymentCompleted)\/)[^/\s"'?#]+/gi;
const bearer = /\b(Bearer|Basic)\s+[\w+/=.~-]+/gi;
const ownToken = /\b(fx[a-z])_[\w-]{16,}/g;
const tokenField = /((?:token|secret|password|signature|sign|code|PublicId|signed_request)=)[^&"'\s]+/gi;
const jwt = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;
const emailAddress = /[\w.!#$%&'*+/=?^`{|}~-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g;
const secretName =
  /token|secret|password|authorization|cookie|e-?mail|signature|query_string|(http|url)\.(query|fragment)/i;
// The client's own data, which it removes before sending.
const ownPart = 'sdkProcessingMetadata';

function scrubValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (Array.isArray(value)) return depth >= deepest ? [] : value.map((item) => scrubValue(item, depth + 1));
  if (!isPlain(value)) return value;
  if (depth >= deepest) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === ownPart ? item : scrubField(name, item, depth)]),
  );
}

function scrubField(name: string, value: unknown, depth: number): unknown {
  return secretName.test(name) && value !== undefined ? '[removed]' : scrubValue(value, depth + 1);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
