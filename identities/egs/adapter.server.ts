// Proves an Epic account by a code from the browser or the launcher, or by an ID token from a game's SDK. Epic must
// confirm that the account signed in to our client: other games have valid Epic tokens too.
import { readUnknownFields } from '../read-unknown-fields.ts';
import { impossibleCode, readOauthError } from '../read-oauth-error.server.ts';
import {
  defineServerAdapter,
  type IdentityHost,
  type SettingsCheckResult,
  type VerifyLoginResult,
} from '../port.server.ts';
import { createRemoteKeyFinder } from '#kit/remote-keys.server.ts';
import { callEpic, EpicCallError, getEpicOauthUrl, type EpicSettings } from './client.server.ts';
import { egs } from './identity.ts';
import { createEpicProof, verifyEpicIdToken } from './verify-id-token.server.ts';

export const adapter = defineServerAdapter(egs, {
  async verify({ Code, Kind = 'Code' }, host) {
    if (Code === '') return refuse('The code is empty.');
    if (Kind === 'IdToken') return verifyToken(Code, host);
    try {
      return await verifyCode(Code, Kind, host);
    } catch (error) {
      if (!(error instanceof EpicCallError)) throw error;
      host.log.warn({ err: error }, 'Epic did not answer for a code');
      return refuse(error.message);
    }
  },
  calls: {},
  checkSettings,
});

type Host = IdentityHost<EpicSettings>;

const keysAt = createRemoteKeyFinder();

function verifyToken(token: string, host: Host): Promise<VerifyLoginResult> {
  const { ClientId, ApiUrl } = host.settings;
  const findKey = keysAt(`${getEpicOauthUrl(host.settings)}/.well-known/jwks.json`, host);
  return verifyEpicIdToken(token, { clientId: ClientId, apiUrl: ApiUrl, findKey, now: host.now() });
}

async function checkSettings(host: Host): Promise<SettingsCheckResult> {
  try {
    await exchangeCode(impossibleCode, 'Code', host);
  } catch (error) {
    if (!(error instanceof EpicCallError)) throw error;
    return error.error === undefined ? { outcome: 'unknown', reason: error.message } : readOauthError(error.error);
  }
  return { outcome: 'unknown', reason: 'Epic accepted a code that was never issued.' };
}

function exchangeCode(
  code: string,
  kind: 'Code' | 'ExchangeCode',
  host: Host,
): Promise<Readonly<Record<string, unknown>>> {
  const { ClientId, ClientSecret, DeploymentId, RedirectUrl } = host.settings;
  const grant =
    kind === 'Code'
      ? { grant_type: 'authorization_code', code, redirect_uri: RedirectUrl }
      : { grant_type: 'exchange_code', exchange_code: code };
  const basic = Buffer.from(`${ClientId}:${ClientSecret}`).toString('base64');
  const form = { ...grant, ...(DeploymentId !== undefined && { deployment_id: DeploymentId }) };
  return callEpic('token', form, host, { authorization: `Basic ${basic}` });
}

async function verifyCode(code: string, kind: 'Code' | 'ExchangeCode', host: Host): Promise<VerifyLoginResult> {
  const { ClientId } = host.settings;
  const answer = await exchangeCode(code, kind, host);
  if (answer['client_id'] !== undefined && answer['client_id'] !== ClientId) {
    return refuse('Epic answered for another client.');
  }
  const { id_token: idToken, access_token: accessToken, account_id: accountId } = answer;
  if (typeof idToken === 'string') {
    const verdict = await verifyToken(idToken, host);
    if (verdict.outcome === 'refused' || accountId === undefined) return verdict;
    return accountId === verdict.proof.identity.externalId
      ? verdict
      : refuse('Epic named two different accounts in one answer.');
  }
  // Without the scope `openid` Epic returns no ID token. The access token's owner is requested instead.
  if (typeof accessToken !== 'string') return refuse('Epic answered with neither an ID token nor an access token.');
  const info = readUnknownFields(await callEpic('tokenInfo', { token: accessToken }, host));
  if (info['active'] !== true || info['client_id'] !== ClientId) {
    return refuse('The access token has expired, or is for another client.');
  }
  if (info['account_id'] !== accountId) return refuse('The access token belongs to another account.');
  return createEpicProof(accountId);
}

const refuse = (reason: string): VerifyLoginResult => ({ outcome: 'refused', reason });
