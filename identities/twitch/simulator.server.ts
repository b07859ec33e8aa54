// Simulates Twitch's identity service, including the page where a person removes the connection. Codes work once; each
// use replaces the refresh token.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readUnknownFields } from '../read-unknown-fields.ts';
import { createSimulatorCodes } from '../simulator-codes.server.ts';
import { readChosenPerson, sendPersonPickerPage } from '../simulator-person-page.server.ts';
import type { SimulatedPerson, IdentitySimulator, SimulatorEnvironment } from '../simulator-port.server.ts';

export const simulator: IdentitySimulator = {
  async mount(app, place) {
    acceptForms(app);
    mountAuthorise(app, place);
    mountConnections(app, place);
    app.post('/oauth2/token', (request, reply) => answerToken(readTextFields(request.body), place, reply));
    app.get('/oauth2/validate', (request, reply) => validate(request.headers.authorization ?? '', place, reply));
    app.post('/oauth2/revoke', (request, reply) => {
      const { client_id: client, token = '' } = readTextFields(request.body);
      if (client !== clientId) return fail(reply, 404, 'client does not exist');
      return access.take(token, place.now()) ? reply.code(200).send() : fail(reply, 400, 'Invalid token');
    });
  },

  settings: (place) => ({
    ClientId: clientId,
    ClientSecret: clientSecret,
    Scopes: ['user:read:email'],
    AuthUrl: place.at,
  }),

  login: async () => undefined,
};

interface Grant {
  readonly person: SimulatedPerson;
  readonly scopes: readonly string[];
  /** The person's removals when this was issued; a later removal ends it. */
  readonly removals: number;
}

const clientId = 'simulatedtwitchclient0001';
const clientSecret = 'simulated-twitch-secret';
const codeLifeS = 600;
const accessLifeS = 14_400;
const refreshLifeS = 30 * 24 * 3600;
const codes = createSimulatorCodes<Grant>({ lifeMs: codeLifeS * 1000 });
const access = createSimulatorCodes<Grant>({ lifeMs: accessLifeS * 1000 });
const refresh = createSimulatorCodes<Grant>({ lifeMs: refreshLifeS * 1000 });
const removals = new Map<string, number>();
const maxPeople = 1000;

const redirectUrl = ({ at, portalUrl = new URL(at).origin }: SimulatorEnvironment) => `${portalUrl}/SignInReturn`;

function mountAuthorise(app: FastifyInstance, place: SimulatorEnvironment): void {
  app.get('/oauth2/authorize', (request, reply) => {
    const hidden = readTextFields(request.query);
    if (hidden['client_id'] !== clientId) return fail(reply, 400, 'invalid client');
    if (hidden['redirect_uri'] !== redirectUrl(place))
      return fail(reply, 400, 'Parameter redirect_uri does not match registered URI');
    if (hidden['response_type'] !== 'code') return fail(reply, 400, 'invalid response type');
    return sendPersonPickerPage(reply, {
      vendor: 'Twitch',
      colour: '#9146ff',
      action: `${place.at}/oauth2/authorize`,
      hidden,
    });
  });

  app.post('/oauth2/authorize', (request, reply) => {
    const { state = '', scope = '', ...form } = readTextFields(request.body);
    if (form['client_id'] !== clientId || form['redirect_uri'] !== redirectUrl(place))
      return fail(reply, 400, 'invalid client');
    const person = readChosenPerson(form);
    const back = new URL(redirectUrl(place));
    if (person) {
      const scopes = scope.split(' ').filter((name) => name !== '');
      const code = codes.issue({ person, scopes, removals: removals.get(person.id) ?? 0 }, place.now());
      back.search = new URLSearchParams({ code, scope, state }).toString();
    } else {
      const error_description = 'The user denied you access';
      back.search = new URLSearchParams({ error: 'access_denied', error_description, state }).toString();
    }
    return reply.code(302).header('location', back.href).send();
  });
}

function mountConnections(app: FastifyInstance, place: SimulatorEnvironment): void {
  const action = `${place.at}/settings/connections`;
  app.get('/settings/connections', (_, reply) =>
    sendPersonPickerPage(reply, { vendor: 'Twitch: remove the connection of', colour: '#9146ff', action, hidden: {} }),
  );
  app.post('/settings/connections', (request, reply) => {
    const person = readChosenPerson(readTextFields(request.body));
    if (person) {
      removals.set(person.id, (removals.get(person.id) ?? 0) + 1);
      const [oldest] = removals.keys();
      if (removals.size > maxPeople && oldest !== undefined) removals.delete(oldest);
    }
    return reply
      .type('text/plain')
      .send(person ? `${person.name} has no connection any more.` : 'Nothing was changed.');
  });
}

function answerToken(form: Fields, place: SimulatorEnvironment, reply: FastifyReply): FastifyReply {
  if (form['client_id'] !== clientId) return fail(reply, 400, 'invalid client');
  if (form['client_secret'] !== clientSecret) return fail(reply, 403, 'invalid client secret');
  if (form['grant_type'] === 'authorization_code') {
    if (form['redirect_uri'] !== redirectUrl(place))
      return fail(reply, 400, 'Parameter redirect_uri does not match registered URI');
    const grant = codes.take(form['code'], place.now());
    return grant ? sendTokens(grant, place, reply) : fail(reply, 400, 'Invalid authorization code');
  }
  if (form['grant_type'] !== 'refresh_token') return fail(reply, 400, 'invalid grant type');
  const grant = refresh.take(form['refresh_token'], place.now());
  if (!grant) return fail(reply, 400, 'Invalid refresh token');
  return isRemoved(grant) ? fail(reply, 401, 'The user removed the connection') : sendTokens(grant, place, reply);
}

function sendTokens(grant: Grant, place: SimulatorEnvironment, reply: FastifyReply): FastifyReply {
  return reply.send({
    access_token: access.issue(grant, place.now()),
    expires_in: accessLifeS,
    refresh_token: refresh.issue(grant, place.now()),
    scope: grant.scopes,
    token_type: 'bearer',
  });
}

function validate(authorization: string, place: SimulatorEnvironment, reply: FastifyReply): FastifyReply {
  const grant = access.find(/^OAuth (\S+)$/.exec(authorization)?.[1], place.now());
  if (!grant || isRemoved(grant)) return fail(reply, 401, 'invalid access token');
  const { person, scopes } = grant;
  const login = `player${person.id}`;
  return reply.send({ client_id: clientId, login, scopes, user_id: person.id, expires_in: accessLifeS });
}

const isRemoved = (grant: Grant) => grant.removals < (removals.get(grant.person.id) ?? 0);

const fail = (reply: FastifyReply, status: number, message: string) => reply.code(status).send({ status, message });

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
