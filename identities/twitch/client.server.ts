// Twitch's identity service accepts credentials only in the body.
import type { IdentityHost } from '../port.server.ts';

export interface TwitchTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | undefined;
}

/** Returns responses of any status. The body is {} if it is not a JSON object. */
export async function callTwitch(
  host: IdentityHost<{ AuthUrl?: string }>,
  path: string,
  form?: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Readonly<Record<string, unknown>> }> {
  const answer = await host.fetch(`${host.settings.AuthUrl ?? vendorUrl}${path}`, {
    method: form ? 'POST' : 'GET',
    headers: { accept: 'application/json', ...headers, ...(form && formHeaders) },
    ...(form && { body: new URLSearchParams(form).toString() }),
    timeoutMs,
  });
  return { status: answer.status, body: parseObject(answer.body) };
}

export function readTwitchTokens(body: Readonly<Record<string, unknown>>, now: Date): TwitchTokens | undefined {
  const { access_token: accessToken, refresh_token: refreshToken, scope, expires_in: expiresInS } = body;
  if (typeof accessToken !== 'string' || accessToken === '') return undefined;
  return {
    accessToken,
    refreshToken: typeof refreshToken === 'string' && refreshToken !== '' ? refreshToken : undefined,
    // The documentation shows a list and, for refreshed tokens, a string.
    scopes: (Array.isArray(scope) ? scope : [scope]).filter((name) => typeof name === 'string'),
    // Twitch sends 0 or nothing for some tokens, which says nothing about their expiry.
    expiresAt:
      typeof expiresInS === 'number' && expiresInS > 0 && expiresInS < maxLifeS
        ? new Date(now.getTime() + expiresInS * 1000)
        : undefined,
  };
}

const vendorUrl = 'https://id.twitch.tv';
// Both calls together must take less than ten seconds, because the player waits.
const timeoutMs = 4_500;
const maxLifeS = 10 * 365 * 24 * 3600;
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };

function parseObject(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return {};
}
