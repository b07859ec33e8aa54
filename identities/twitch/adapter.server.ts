// Connects a Twitch account to a game and refreshes the connection. It is not a sign-in method.
//
// Only the owner and client that Twitch confirms for a token count. Refreshes run one at a time, and a new refresh
// token is saved before the caller gets a reply. If Twitch reports that the connection has ended, it is deleted; an
// outage deletes nothing.
import { Problem } from '#model/problem.ts';
import type { Static } from 'typebox';
import { defineServerAdapter, type StoredConnection, type IdentityHost, type IdentityTools } from '../port.server.ts';
import { twitch } from './identity.ts';
import { callTwitch, readTwitchTokens, type TwitchTokens } from './client.server.ts';

type Host = IdentityHost<Static<typeof twitch.settings>>;

export const adapter = defineServerAdapter(twitch, { calls: { connect, refreshToken } });

async function connect(
  { Game, Code }: { Game: string; Code: string },
  host: Host,
  tools: IdentityTools,
): Promise<{ Success: boolean; UserId: string }> {
  let userId = '';
  await tools.changeConnection(Game, async () => {
    const tokens = await exchange(Code, host);
    userId = await ownerOf(tokens, host);
    return { externalId: userId, secrets: secretsOf(tokens) };
  });
  return { Success: true, UserId: userId };
}

async function refreshToken(
  { Game }: { Game: string },
  host: Host,
  tools: IdentityTools,
): Promise<{ Success: boolean }> {
  let connected = false;
  await tools.changeConnection(Game, async (kept) => {
    const renewed = kept && (await renew(kept, host));
    connected = renewed !== undefined;
    return renewed;
  });
  return { Success: connected };
}

async function exchange(code: string, host: Host): Promise<TwitchTokens> {
  const { ClientId, ClientSecret, RedirectUrl } = host.settings;
  const { status, body } = await callTwitch(host, '/oauth2/token', {
    client_id: ClientId,
    client_secret: ClientSecret,
    code,
    grant_type: 'authorization_code',
    redirect_uri: RedirectUrl,
  }).catch((cause: unknown) => {
    throw refusal('Twitch could not be reached', host, cause);
  });
  if (status === 403) throw wrongSecret();
  const tokens = status === 200 ? readTwitchTokens(body, host.now()) : undefined;
  if (!tokens?.refreshToken) throw refusal(`Twitch answered the exchange with status ${status} and no tokens`, host);
  return tokens;
}

// Twitch is asked which client the token is for, because the code may have been issued to another client.
async function ownerOf(tokens: TwitchTokens, host: Host): Promise<string> {
  const { status, body } = await callTwitch(host, '/oauth2/validate', undefined, {
    authorization: `OAuth ${tokens.accessToken}`,
  }).catch((cause: unknown) => {
    throw refusal('Twitch could not be reached', host, cause);
  });
  if (status !== 200) throw refusal(`Twitch answered the validation with status ${status}`, host);
  if (body['client_id'] !== host.settings.ClientId) throw refusal("The token is another client's", host);
  const userId = body['user_id'];
  if (typeof userId !== 'string' || !/^\d{1,64}$/.test(userId))
    throw refusal('Twitch answered the validation without a user id', host);
  return userId;
}

async function renew(kept: StoredConnection, host: Host): Promise<StoredConnection | undefined> {
  const former = kept.secrets['RefreshToken'];
  if (typeof former !== 'string' || former === '') return undefined;
  const { ClientId, ClientSecret } = host.settings;
  const { status, body } = await callTwitch(host, '/oauth2/token', {
    client_id: ClientId,
    client_secret: ClientSecret,
    grant_type: 'refresh_token',
    refresh_token: former,
  }).catch((cause: unknown) => {
    throw new Problem('Unexpected', 'Twitch could not be reached. Try again in a moment.', { cause });
  });
  if (status === 400 || status === 401) {
    host.log.warn({ status }, 'Twitch ended a connection');
    return undefined;
  }
  if (status === 403) throw wrongSecret();
  const tokens = status === 200 ? readTwitchTokens(body, host.now()) : undefined;
  if (!tokens)
    throw new Problem('Unexpected', `Twitch answered the renewal with status ${status}. Try again in a moment.`);
  return {
    externalId: kept.externalId,
    secrets: secretsOf({ ...tokens, refreshToken: tokens.refreshToken ?? former }),
  };
}

const secretsOf = ({ accessToken, refreshToken, scopes, expiresAt }: TwitchTokens): StoredConnection['secrets'] => ({
  AccessToken: accessToken,
  RefreshToken: refreshToken,
  Scopes: scopes,
  // Absent: the token works until Twitch rejects it.
  ...(expiresAt && { ExpiresAt: expiresAt.toISOString() }),
});

function refusal(reason: string, host: Host, cause?: unknown): Problem {
  host.log.warn({ reason, ...(cause !== undefined && { err: cause }) }, 'A Twitch connection was refused');
  return new Problem('ProofRefused', undefined, { cause: cause ?? new Error(reason) });
}

const wrongSecret = (): Problem =>
  new Problem('NotConfigured', 'Twitch refuses our client secret. An operator corrects it with `npm run settings`.');
