// Checks the page of an externally hosted game: whether it responds, is HTML, and may be framed by the portal. A
// browser can't detect that: it fires the load event for a blocked frame too.
import { isSameHostOrSubdomain } from '#server/http/site.ts';
import { FetchBlockedError, type SafeFetch, type SafeResponse } from '#server/http/safe-fetch.ts';

export type AddressFault = 'NotAnswering' | 'NotAPage' | 'Blank' | 'RefusesFraming' | 'Redirects';

export type AddressCheckResult =
  | { readonly state: 'ok' }
  /** Unknown: this server can't reach it, or the site blocks non-browsers. */
  | { readonly state: 'unknown'; readonly detail: string }
  | { readonly state: 'fault'; readonly fault: AddressFault; readonly detail: string };

export interface CheckAddressOptions {
  readonly fetch: SafeFetch;
  readonly portalOrigin: string;
}

const timeoutMs = 10_000;
const maxBytes = 8 * 1024 * 1024;
const maxRedirects = 5;

export async function checkGameAddress(address: string, options: CheckAddressOptions): Promise<AddressCheckResult> {
  let url = new URL(address);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const answer = await ask(url, options);
    if ('state' in answer) return answer;
    const location = redirectStatuses.has(answer.status) ? headerOf(answer, 'location') : undefined;
    if (location === undefined) return judge(answer, url, options.portalOrigin);
    const next = URL.parse(location, url);
    if (next?.origin !== url.origin)
      return fault('Redirects', `${url.href} redirects to ${next?.href ?? location}, which is another origin`);
    url = next;
  }
  return fault('NotAnswering', `${address} redirects more than ${maxRedirects} times`);
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Statuses of sites that block non-browsers. */
const robotStatuses = new Set([401, 403, 406, 429]);

const fault = (kind: AddressFault, detail: string): AddressCheckResult => ({ state: 'fault', fault: kind, detail });

async function ask(url: URL, options: CheckAddressOptions): Promise<SafeResponse | AddressCheckResult> {
  try {
    return await options.fetch(url.href, {
      timeoutMs,
      maxBytes,
      provider: 'game-page',
      headers: {
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        'user-agent': 'Mozilla/5.0 (compatible; FxId)',
        referer: `${options.portalOrigin}/`,
        'sec-fetch-dest': 'iframe',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-site': 'cross-site',
      },
    });
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    const isOurs = (error instanceof FetchBlockedError && !/did not answer/.test(message)) || ownFaults.has(code ?? '');
    return isOurs ? { state: 'unknown', detail: message } : fault('NotAnswering', message);
  }
}

/** Errors of a server without internet access. */
const ownFaults = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'EAI_AGAIN', 'EACCES', 'EPERM', 'EMFILE']);

function judge(answer: SafeResponse, url: URL, portalOrigin: string): AddressCheckResult {
  const { status, body } = answer;
  if (robotStatuses.has(status)) return { state: 'unknown', detail: `${url.href} answers ${status}` };
  if (status < 200 || status > 299) return fault('NotAnswering', `${url.href} answers ${status}`);
  const type = headerOf(answer, 'content-type') ?? '';
  if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(type))
    return fault('NotAPage', `${url.href} is ${type === '' ? 'of no type' : type}, and not an HTML page`);
  const refusal = findFramingRefusal(answer, url, portalOrigin);
  if (refusal !== undefined) return fault('RefusesFraming', `${url.href} has the header ${refusal}`);
  if (isBlank(body.toString('latin1'))) return fault('Blank', `${url.href} is an empty page`);
  return { state: 'ok' };
}

/** The header that forbids the portal to frame the page, by the browsers' rules. */
export function findFramingRefusal(
  { headers }: Pick<SafeResponse, 'headers'>,
  page: URL,
  portalOrigin: string,
): string | undefined {
  const policies = valuesOf(headers['content-security-policy']).flatMap((value) => value.split(','));
  const ancestors = policies.flatMap((policy) => {
    const directives = policy.split(';').map((each) => each.trim().split(/\s+/));
    return (
      directives
        .find(([name]) => name?.toLowerCase() === 'frame-ancestors')
        ?.slice(1)
        .join(' ') ?? []
    );
  });
  const refused = ancestors.find(
    (sources) => !sources.split(' ').some((source) => isAllowedBy(source, new URL(portalOrigin), page)),
  );
  if (refused !== undefined) return `Content-Security-Policy: frame-ancestors ${refused}`.trim();
  // Browsers ignore X-Frame-Options if the policy has frame-ancestors.
  if (ancestors.length > 0) return undefined;
  const options = valuesOf(headers['x-frame-options']).flatMap((value) => value.split(','));
  const refusing = options.find((value) => /^\s*(deny|sameorigin)\s*$/i.test(value));
  return refusing === undefined ? undefined : `X-Frame-Options: ${refusing.trim()}`;
}

function isAllowedBy(source: string, portal: URL, page: URL): boolean {
  const text = source.toLowerCase();
  if (text === '*') return true;
  if (text === "'self'") return portal.origin === page.origin;
  if (/^[a-z][a-z0-9+.-]*:$/.test(text)) return isScheme(text, portal.protocol);
  const [, scheme = page.protocol, wildcard, host = '', port] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?(\*\.)?([a-z0-9.-]+)(?::(\d+|\*))?(?:\/.*)?$/.exec(text) ?? [];
  if (host === '' || !isScheme(scheme, portal.protocol)) return false;
  const isHost =
    wildcard === undefined
      ? portal.hostname === host
      : isSameHostOrSubdomain(portal.hostname, host) && portal.hostname !== host;
  const ownPort = portal.port === '' ? defaultPorts[portal.protocol] : portal.port;
  return isHost && (port === '*' || (port ?? defaultPorts[portal.protocol]) === ownPort);
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

const isScheme = (named: string, actual: string): boolean =>
  named === actual || (named === 'http:' && actual === 'https:');

function isBlank(html: string): boolean {
  const [, body = html] = /<body\b[^>]*>([^]*)/i.exec(html) ?? [];
  if (/<(script|canvas|img|svg|video|iframe|frame|object|embed|input|button|link)\b/i.test(html)) return false;
  const text = body.replaceAll(/<(style|title|noscript)\b[^]*?<\/\1\s*>|<!--[^]*?-->|<[^>]*>/gi, '');
  return text.trim() === '';
}

const valuesOf = (value: string | string[] | undefined): string[] => (value === undefined ? [] : [value].flat());

const headerOf = ({ headers }: SafeResponse, name: string): string | undefined => valuesOf(headers[name])[0];
