// Requests to the MY.GAMES sign-in service. Its reference is not public, so each assumption is one function here and
// listed in the README.
import type { IdentityHost } from '../port.server.ts';

interface Settings {
  readonly ClientId: string;
  readonly ClientSecret: string;
  readonly RedirectUrl: string;
  readonly AuthUrl?: string;
}

interface Request {
  readonly address: string;
  readonly options: {
    readonly method: 'GET' | 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Assumed: the URL, and that the client id is in the body. */
export function createCodeExchangeRequest(code: string, settings: Settings): Request {
  const form = {
    grant_type: 'authorization_code',
    code,
    client_id: settings.ClientId,
    client_secret: settings.ClientSecret,
    redirect_uri: settings.RedirectUrl,
  };
  return {
    address: `${settings.AuthUrl ?? vendorUrl}/oauth2/token`,
    options: {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    },
  };
}

/** Assumed: the field name of RFC 6749. */
export function readAccessToken(answer: Fields): string | undefined {
  const token = answer['access_token'];
  return typeof token === 'string' && /^[\x21-\x7e]{1,4096}$/.test(token) ? token : undefined;
}

/** Assumed: the URL, and that the token is sent as a bearer token. */
export function createUserInfoRequest(accessToken: string, settings: Settings): Request {
  return {
    address: `${settings.AuthUrl ?? vendorUrl}/oauth2/userinfo`,
    options: { method: 'GET', headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` } },
  };
}

/**
 * Assumed: `uid` and `nick`, as in the vendor's other profile calls. No second field name is tried, because it could be
 * another person's id.
 */
export function readMyGamesUser(answer: Fields): { id: string; name: string | undefined } | undefined {
  const { uid, nick } = answer;
  // A number that JSON rounded could be another person's id.
  const id = Number.isSafeInteger(uid) ? String(uid) : uid;
  if (typeof id !== 'string' || !/^[1-9]\d{0,19}$/.test(id)) return undefined;
  const name = typeof nick === 'string' ? nick.trim().slice(0, 80).toWellFormed() : '';
  return { id, name: name === '' ? undefined : name };
}

/** Assumed: an error is `{error}` of RFC 6749 or `{status: 'error', errcode}`, with any HTTP status. */
function errorOf(answer: Fields): string | undefined {
  if (answer['error'] !== undefined) return clipped(answer['error']);
  return answer['status'] === 'error' ? `errcode ${clipped(answer['errcode'])}` : undefined;
}

export async function callMyGames(
  host: IdentityHost<Settings>,
  { address, options }: Request,
): Promise<{ answer: Fields } | { reason: string; error?: string }> {
  let response;
  try {
    response = await host.fetch(address, { ...options, timeoutMs });
  } catch (error) {
    host.log.warn({ err: error }, 'MY.GAMES could not be reached');
    return { reason: 'MY.GAMES could not be reached.' };
  }
  const answer = parseObject(response.body);
  const error = answer && errorOf(answer);
  if (error !== undefined) return { reason: `MY.GAMES answered with the error ${error}.`, error };
  if (response.status !== 200 || !answer)
    return { reason: `MY.GAMES answered status ${response.status} and no result.` };
  return { answer };
}

const vendorUrl = 'https://account.my.games';
// Both calls together must take less than ten seconds, because the player waits.
const timeoutMs = 4_500;

function parseObject(body: Buffer): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const clipped = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 40).toWellFormed() : typeof value;
