// Connects a Twitch account to a game, keeps its tokens valid and hands the access token to the game's server. It is
// not a sign-in method.
//
// Only the owner and client that Twitch confirms for a token count. Refreshes run one at a time, and a new refresh
// token is saved before the caller gets a reply. If Twitch reports that the connection has ended, it is deleted; an
// outage deletes nothing.
import { Problem } from '#model/problem.ts';
import type { Static } from 'typebox';
import {
  defineServerAdapter,
  type StoredConnection,
  type IdentityHost,
  type IdentityTools,
  type SettingsCheckResult,
} from '../port.server.ts';
import { impossibleCode } from '../read-oauth-error.server.ts';
import { twitch } from './identity.ts';
import { callTwitch, readTwitchTokens, type TwitchTokens } from './client.server.ts';

type Host = IdentityHost<Static<typeof twitch.settings>>;

export const adapter = defineServerAdapter(twitch, {
  calls: { connect, refreshToken, token },
  checkSettings,
  revokeConnection,
});

async function connect(
  { Game, Code, RedirectUri }: { Game: string; Code: string; RedirectUri?: string },
  host: Host,
  tools: IdentityTools,
): Promise<{ Success: boolean; UserId: string }> {
  const redirectUri = chooseRedirectUri(RedirectUri, host);
  let userId = '';
  await tools.changeConnection(Game, async () => {
    const tokens = await exchange(Code, redirectUri, host);
    const owner = await findOwner(tokens.accessToken, host);
    if (!owner) throw refusal('Twitch refuses the token that it has just issued', host);
    ({ userId } = owner);
    return { externalId: userId, name: owner.login, secrets: secretsOf(tokens, host.now()) };
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

async function token({ GameUid }: { GameUid: string }, host: Host, tools: IdentityTools) {
  const kept = await tools.findPlayerConnection(GameUid);
  if (!kept) return { Connected: false };
  if (isKnownValid(kept, host.now())) return describeConnection(kept);
  let checked: StoredConnection | undefined;
  await tools.changePlayerConnection(GameUid, async (current) => {
    // Another call may have renewed it.
    checked = current && (isKnownValid(current, host.now()) ? current : await validateOrRenew(current, host));
    return checked;
  });
  return checked ? describeConnection(checked) : { Connected: false };
}

/** Twitch has messages instead of OAuth's error codes. It checks the client, then the redirect address, then the code. */
async function checkSettings(host: Host): Promise<SettingsCheckResult> {
  const { ClientId, ClientSecret, RedirectUrl = `${host.portalUrl}/SignInReturn` } = host.settings;
  const client = { client_id: ClientId, client_secret: ClientSecret };
  const form = { ...client, code: impossibleCode, grant_type: 'authorization_code', redirect_uri: RedirectUrl };
  let response;
  try {
    response = await callTwitch(host, '/oauth2/token', form);
  } catch (error) {
    host.log.warn({ err: error }, 'Twitch could not be reached');
    return { outcome: 'unknown', reason: 'Twitch could not be reached.' };
  }
  const { status, body } = response;
  const message = typeof body['message'] === 'string' ? body['message'].slice(0, 120) : '';
  if (/invalid client|redirect_uri/i.test(message)) return { outcome: 'rejected', reason: message };
  if (/invalid authorization code/i.test(message)) return { outcome: 'accepted' };
  return { outcome: 'unknown', reason: `Twitch answered ${status} ${message}`.trimEnd() };
}

async function revokeConnection(secrets: StoredConnection['secrets'], host: Host): Promise<void> {
  const { AccessToken } = secrets;
  if (typeof AccessToken !== 'string' || AccessToken === '') return;
  const form = { client_id: host.settings.ClientId, token: AccessToken };
  const { status } = await callTwitch(host, '/oauth2/revoke', form).catch(unavailable);
  // 400: the token has already ended. 404: the settings name another client now, which can't revoke it.
  if (status !== 200 && status !== 400 && status !== 404) unavailable(new Error(`Status ${status}`));
}

function chooseRedirectUri(given: string | undefined, { settings, portalUrl }: Host): string {
  const own = `${portalUrl}/SignInReturn`;
  const allowed = [settings.RedirectUrl ?? own, own];
  const chosen = given ?? allowed[0];
  if (chosen === undefined || !allowed.includes(chosen))
    throw new Problem('InvalidRequest', 'RedirectUri is not a page that is set up for Twitch.', {
      fields: { RedirectUri: 'is not set up' },
    });
  return chosen;
}

async function exchange(code: string, redirectUri: string, host: Host): Promise<TwitchTokens> {
  const { ClientId, ClientSecret } = host.settings;
  const { status, body } = await callTwitch(host, '/oauth2/token', {
    client_id: ClientId,
    client_secret: ClientSecret,
    code,
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
  }).catch(unavailable);
  if (status === 403) throw wrongSecret();
  if (status >= 500) unavailable(new Error(`Status ${status}`));
  const tokens = status === 200 ? readTwitchTokens(body, host.now()) : undefined;
  if (!tokens?.refreshToken) throw refusal(`Twitch answered the exchange with status ${status} and no tokens`, host);
  return tokens;
}

interface TokenOwner {
  readonly userId: string;
  readonly login: string;
  readonly expiresInS: unknown;
}

/** Undefined if the token has ended. Twitch is asked which client it is for: a code may be another client's. */
async function findOwner(accessToken: string, host: Host): Promise<TokenOwner | undefined> {
  const { status, body } = await callTwitch(host, '/oauth2/validate', undefined, {
    authorization: `OAuth ${accessToken}`,
  }).catch(unavailable);
  if (status === 401) return undefined;
  if (status !== 200) unavailable(new Error(`Status ${status}`));
  if (body['client_id'] !== host.settings.ClientId) throw refusal("The token is another client's", host);
  const { user_id: userId, login, expires_in: expiresInS } = body;
  if (typeof userId !== 'string' || !/^\d{1,64}$/.test(userId))
    throw refusal('Twitch answered the validation without a user id', host);
  return { userId, login: typeof login === 'string' ? login.slice(0, 100) : '', expiresInS };
}

async function validateOrRenew(kept: StoredConnection, host: Host): Promise<StoredConnection | undefined> {
  const { AccessToken, ExpiresAt } = kept.secrets;
  const isExpired = typeof ExpiresAt === 'string' && Date.parse(ExpiresAt) <= host.now().getTime() + minLifeMs;
  const owner = isExpired || typeof AccessToken !== 'string' ? undefined : await findOwner(AccessToken, host);
  if (!owner) return renew(kept, host);
  if (owner.userId !== kept.externalId) {
    host.log.warn({}, 'A Twitch token belongs to another user now');
    return undefined;
  }
  return { ...kept, name: owner.login, secrets: { ...kept.secrets, ValidatedAt: host.now().toISOString() } };
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
  }).catch(unavailable);
  if (status === 400 || status === 401) {
    host.log.warn({ status }, 'Twitch ended a connection');
    return undefined;
  }
  if (status === 403) throw wrongSecret();
  const tokens = status === 200 ? readTwitchTokens(body, host.now()) : undefined;
  if (!tokens) unavailable(new Error(`Status ${status}`));
  return { ...kept, secrets: secretsOf({ ...tokens, refreshToken: tokens.refreshToken ?? former }, host.now()) };
}

// Twitch requires that a token in use is validated every hour.
const validateEveryMs = 3_600_000;
/** A token that ends sooner is renewed first, so that the game's server can still use it. */
const minLifeMs = 60_000;

function isKnownValid({ secrets }: StoredConnection, now: Date): boolean {
  const { ExpiresAt, ValidatedAt } = secrets;
  const validatedMs = typeof ValidatedAt === 'string' ? Date.parse(ValidatedAt) : Number.NaN;
  const endsMs = typeof ExpiresAt === 'string' ? Date.parse(ExpiresAt) : Number.POSITIVE_INFINITY;
  return now.getTime() - validatedMs < validateEveryMs && endsMs > now.getTime() + minLifeMs;
}

/** Without the refresh token: a second client that refreshes would end the first one's connection. */
function describeConnection({ externalId, name = '', secrets }: StoredConnection) {
  const { AccessToken, Scopes, ExpiresAt } = secrets;
  return {
    Connected: true,
    UserId: externalId,
    ...(name !== '' && { Login: name }),
    AccessToken: String(AccessToken),
    Scopes: Array.isArray(Scopes) ? Scopes.map(String) : [],
    ...(typeof ExpiresAt === 'string' && { ExpiresAt }),
  };
}

const secretsOf = (
  { accessToken, refreshToken: renewWith, scopes, expiresAt }: TwitchTokens,
  now: Date,
): StoredConnection['secrets'] => ({
  AccessToken: accessToken,
  RefreshToken: renewWith,
  Scopes: scopes,
  ValidatedAt: now.toISOString(),
  // Absent: the token works until Twitch rejects it.
  ...(expiresAt && { ExpiresAt: expiresAt.toISOString() }),
});

function refusal(reason: string, host: Host): Problem {
  host.log.warn({ reason }, 'A Twitch connection was refused');
  return new Problem('ProofRefused', undefined, { cause: new Error(reason) });
}

function unavailable(cause: unknown): never {
  throw new Problem('ProviderUnavailable', "Twitch isn't responding. Try again in a moment.", { cause });
}

const wrongSecret = (): Problem =>
  new Problem('NotConfigured', 'Twitch refuses our client secret. An operator corrects it with `npm run settings`.');
