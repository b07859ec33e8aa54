// Proves a VK ID sign-in. The exchange and the profile must name the same person; what the browser reports about the
// person does not count. VK's tokens are neither stored nor logged.
import type { Static } from 'typebox';
import type { VerifiedProof } from '#model/proof.ts';
import { defineServerAdapter, type IdentityHost, type VerifyLoginResult } from '../port.server.ts';
import { vkid } from './identity.ts';

type Login = Static<typeof vkid.login.block>;
type Host = IdentityHost<Static<typeof vkid.settings>>;

export const adapter = defineServerAdapter(vkid, { verify, calls: {} });

const vendorUrl = 'https://id.vk.ru';
// Both calls together must take less than ten seconds, because the player waits.
const timeoutMs = 4_500;
const verifierShape = /^[A-Za-z0-9_.~-]{43,128}$/;

async function verify(login: Login, host: Host): Promise<VerifyLoginResult> {
  if (!verifierShape.test(login.CodeVerifier)) return refused('The code verifier has an invalid format.');
  if (login.Code === '' || login.DeviceId === '') return refused('The code or the device id is empty.');

  const exchanged = await ask(host, '/oauth2/auth', {
    grant_type: 'authorization_code',
    code: login.Code,
    code_verifier: login.CodeVerifier,
    client_id: host.settings.AppId,
    device_id: login.DeviceId,
    redirect_uri: host.settings.RedirectUrl,
    ...(login.State !== undefined && { state: login.State }),
  });
  if ('reason' in exchanged) return refused(exchanged.reason);
  if (login.State !== undefined && exchanged.answer['state'] !== login.State)
    return refused('VK ID answered with another state than the one sent.');
  const userId = idOf(exchanged.answer['user_id']);
  const accessToken = exchanged.answer['access_token'];
  if (userId === undefined || typeof accessToken !== 'string' || accessToken === '')
    return refused('VK ID answered the exchange without a user id or an access token.');

  const profile = await ask(host, '/oauth2/user_info', { client_id: host.settings.AppId, access_token: accessToken });
  if ('reason' in profile) return refused(profile.reason);
  const user = asRecord(profile.answer['user']);
  if (user === undefined || idOf(user['user_id']) !== userId)
    return refused("VK ID's profile is of another user than the exchange.");
  return { outcome: 'proved', proof: proofOf(userId, user) };
}

const refused = (reason: string): VerifyLoginResult => ({ outcome: 'refused', reason });

function proofOf(userId: string, user: Readonly<Record<string, unknown>>): VerifiedProof {
  const name = [user['first_name'], user['last_name']]
    .filter((part) => typeof part === 'string')
    .join(' ')
    .trim()
    .slice(0, 80)
    .toWellFormed();
  const address = user['email'];
  return {
    identity: { type: 'Vkontakte', externalId: userId },
    ...(name !== '' && { name }),
    // VK doesn't report whether an address is verified.
    ...(isAddress(address) && { email: { address, verified: false } }),
  };
}

type Answer = { readonly answer: Readonly<Record<string, unknown>> } | { readonly reason: string };

// VK reports errors with status 200 too, so the key `error` decides.
async function ask(host: Host, path: string, form: Record<string, string>): Promise<Answer> {
  const call = `VK ID ${path}`;
  let response;
  try {
    response = await host.fetch(`${host.settings.AuthUrl ?? vendorUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      timeoutMs,
    });
  } catch (error) {
    host.log.warn({ err: error, call }, 'VK ID could not be reached');
    return { reason: `${call} could not be reached.` };
  }
  const answer = parseObject(response.body);
  if (answer && 'error' in answer) {
    const { error, error_description: description } = answer;
    host.log.warn({ call, error: clipped(error), description: clipped(description) }, 'VK ID refused a sign-in');
    return { reason: `${call} answered with the error ${clipped(error, 40)}.` };
  }
  if (response.status !== 200 || !answer)
    return { reason: `${call} answered status ${response.status} and no result.` };
  return { answer };
}

function parseObject(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    return asRecord(JSON.parse(body.toString('utf8')));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

// The exchange returns the id as a number, the profile as text. A rounded number could be another person's id.
function idOf(value: unknown): string | undefined {
  const id = Number.isSafeInteger(value) ? String(value) : value;
  return typeof id === 'string' && /^[1-9]\d{0,19}$/.test(id) ? id : undefined;
}

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(value);

const clipped = (value: unknown, length = 200): string =>
  typeof value === 'string' ? value.slice(0, length).toWellFormed() : typeof value;
