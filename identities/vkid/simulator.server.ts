// Simulates VK ID. Like VK it checks the application, the redirect URL, the device and the verifier's hash. A code
// works once, for ten minutes. Errors have status 200.
import { hash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readUnknownFields } from '../read-unknown-fields.ts';
import { createSimulatorCodes } from '../simulator-codes.server.ts';
import { readChosenPerson, sendPersonPickerPage, simulatedPeople } from '../simulator-person-page.server.ts';
import type {
  TestLoginKind,
  SimulatedPerson,
  IdentitySimulator,
  SimulatorEnvironment,
} from '../simulator-port.server.ts';
import { sendSignInReplyPage, sendOneTapPage } from './simulator-pages.server.ts';

interface Asked {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
}

interface Issued extends Asked {
  readonly person: SimulatedPerson;
  readonly deviceId: string;
}

export const simulator: IdentitySimulator = {
  async mount(app, place) {
    acceptForms(app);
    mountAuthorise(app, place);
    mountFrame(app, place);
    // VK's own script sends most fields in the query; servers send a form.
    app.post('/oauth2/auth', ({ query, body }, reply) =>
      reply.send(exchange({ ...readTextFields(query), ...readTextFields(body) }, place)),
    );
    app.post('/oauth2/user_info', ({ query, body }, reply) =>
      reply.send(profile({ ...readTextFields(query), ...readTextFields(body) }, place)),
    );
  },

  settings: (place) => ({ AppId: appId, RedirectUrl: redirectUrl(place), AuthUrl: place.at }),

  async login(kind: TestLoginKind, person, place) {
    const verifier = randomText();
    const asked = {
      clientId: kind === 'foreign' ? '51999999' : appId,
      redirectUri: redirectUrl(place),
      challenge: challengeOf(verifier),
    };
    const now = place.now();
    const deviceId = randomText();
    const issuedAt = kind === 'stale' ? new Date(now.getTime() - codeLifeS * 1000) : now;
    const code = codes.issue({ ...asked, person, deviceId }, issuedAt);
    if (kind === 'used') codes.take(code, now);
    const changed = verifier.slice(0, -1) + (verifier.endsWith('A') ? 'B' : 'A');
    return {
      Code: code,
      CodeVerifier: kind === 'changed' ? changed : verifier,
      DeviceId: deviceId,
      State: randomText(),
    };
  },
};

const appId = '51000001';
const codeLifeS = 600;
const tokenLifeS = 3600;
const codes = createSimulatorCodes<Issued>({ lifeMs: codeLifeS * 1000 });
const tokens = createSimulatorCodes<{ person: SimulatedPerson; clientId: string }>({ lifeMs: tokenLifeS * 1000 });

const redirectUrl = ({ at, portalUrl = new URL(at).origin }: SimulatorEnvironment) => `${portalUrl}/SignInReturn`;
const randomText = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => hash('sha256', verifier, 'base64url');

function mountAuthorise(app: FastifyInstance, place: SimulatorEnvironment): void {
  app.get('/authorize', (request, reply) => {
    const query = readTextFields(request.query);
    const wrong = wrongIn(query, place);
    if (wrong !== undefined) return reply.code(400).send({ error: 'invalid_request', error_description: wrong });
    const action = `${place.at}/authorize`;
    return sendPersonPickerPage(reply, { vendor: 'VK ID', colour: '#0077ff', action, hidden: query });
  });

  app.post('/authorize', (request, reply) => {
    const form = readTextFields(request.body);
    const wrong = wrongIn(form, place);
    if (wrong !== undefined) return reply.code(400).send({ error: 'invalid_request', error_description: wrong });
    const state = form['state'] ?? '';
    const person = readChosenPerson(form);
    const payload = person
      ? answerFor(person, form['code_challenge'] ?? '', state, place)
      : { error: 'access_denied', error_description: 'The person declined', state };
    // Like VK: posts a message if the request names an origin, otherwise redirects.
    if (form['origin'] === undefined) return sendBack(reply, payload, place);
    const message = { action: `oauth2_authorize_response${state}`, payload };
    return sendSignInReplyPage(reply, message, new URL(redirectUrl(place)).origin);
  });
}

function sendBack(reply: FastifyReply, payload: object, place: SimulatorEnvironment): FastifyReply {
  const address = new URL(redirectUrl(place));
  for (const [name, value] of Object.entries(payload)) address.searchParams.set(name, String(value));
  return reply.code(303).header('location', address.href).send();
}

function mountFrame(app: FastifyInstance, place: SimulatorEnvironment): void {
  app.get('/button_one_tap_auth', (request, reply) => {
    const query = readTextFields(request.query);
    const portalOrigin = new URL(redirectUrl(place)).origin;
    if (query['app_id'] !== appId || query['redirect_uri'] !== redirectUrl(place) || query['origin'] !== portalOrigin)
      return reply.code(400).send({ error: 'invalid_request', error_description: 'app_id, redirect_uri or origin' });
    const [person] = simulatedPeople;
    const { code_challenge: challenge, state, uuid = '' } = query;
    const login = person && challenge && state ? answerFor(person, challenge, state, place) : undefined;
    return sendOneTapPage(reply, { person: person?.name ?? '', login, uuid, portalOrigin });
  });
}

function wrongIn(fields: Fields, place: SimulatorEnvironment): string | undefined {
  if (fields['client_id'] !== appId) return 'client_id is not of a known application';
  if (fields['redirect_uri'] !== redirectUrl(place)) return 'redirect_uri is not trusted';
  if (fields['response_type'] !== 'code') return 'response_type must be code';
  if (fields['code_challenge_method'] !== 's256') return 'code_challenge_method must be s256';
  if (!/^[A-Za-z0-9_-]{43}$/.test(fields['code_challenge'] ?? '')) return 'code_challenge is missing or invalid';
  if ((fields['state'] ?? '').length < 32) return 'state must have 32 characters at least';
  return undefined;
}

function answerFor(person: SimulatedPerson, challenge: string, state: string, place: SimulatorEnvironment): object {
  const deviceId = randomText();
  const asked = { clientId: appId, redirectUri: redirectUrl(place), challenge };
  const code = codes.issue({ ...asked, person, deviceId }, place.now());
  return { code, type: 'code_v2', state, device_id: deviceId, expires_in: codeLifeS };
}

function exchange(form: Fields, place: SimulatorEnvironment): object {
  if (form['grant_type'] !== 'authorization_code') return failure('invalid_request', 'grant_type is not supported');
  // A code can be tried once, whether it succeeds or not.
  const issued = codes.take(form['code'], place.now());
  if (!issued) return failure('invalid_grant', 'Code is invalid or expired');
  if (form['client_id'] !== issued.clientId)
    return failure('invalid_client', 'Code was issued for another application');
  if (form['redirect_uri'] !== issued.redirectUri) return failure('invalid_request', 'redirect_uri does not match');
  if (form['device_id'] !== issued.deviceId) return failure('invalid_request', 'device_id is missing or invalid');
  if (challengeOf(form['code_verifier'] ?? '') !== issued.challenge)
    return failure('invalid_request', 'Invalid code_challenge');
  const { person, clientId } = issued;
  return {
    access_token: tokens.issue({ person, clientId }, place.now()),
    refresh_token: randomText(),
    token_type: 'Bearer',
    expires_in: tokenLifeS,
    user_id: Number(person.id),
    ...(form['state'] !== undefined && { state: form['state'] }),
    scope: 'vkid.personal_info',
  };
}

function profile(form: Fields, place: SimulatorEnvironment): object {
  const token = tokens.find(form['access_token'], place.now());
  if (!token || token.clientId !== form['client_id'])
    return failure('invalid_token', 'access_token is missing or invalid');
  const { id, name, email } = token.person;
  const [first = '', ...rest] = name.split(' ');
  return { user: { user_id: id, first_name: first, last_name: rest.join(' '), avatar: '', email, verified: false } };
}

const failure = (error: string, description: string) => ({ error, error_description: description });

type Fields = Readonly<Record<string, string>>;

function readTextFields(values: unknown): Fields {
  const entries = Object.entries(readUnknownFields(values));
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function acceptForms(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded';
  if (app.hasContentTypeParser(type)) return;
  app.addContentTypeParser(type, { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
