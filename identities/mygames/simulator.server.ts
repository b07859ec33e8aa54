// Simulates the MY.GAMES sign-in service by the assumptions in protocol.server.ts, so it does not prove them.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readUnknownFields } from '../read-unknown-fields.ts';
import { createSimulatorCodes } from '../simulator-codes.server.ts';
import { readChosenPerson, sendPersonPickerPage } from '../simulator-person-page.server.ts';
import type {
  TestLoginKind,
  SimulatedPerson,
  IdentitySimulator,
  SimulatorEnvironment,
} from '../simulator-port.server.ts';

export const simulator: IdentitySimulator = {
  async mount(app, place) {
    acceptForms(app);
    mountAuthorise(app, place);
    app.post('/oauth2/token', (request, reply) => exchange(readTextFields(request.body), place, reply));
    app.get('/oauth2/userinfo', (request, reply) => {
      const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
      const grant = tokens.find(token, place.now());
      if (!grant) return reply.code(401).send({ error: 'invalid_token' });
      return reply.send({ uid: Number(grant.person.id), nick: grant.person.name });
    });
  },

  settings: (place) => ({
    ClientId: clientId,
    ClientSecret: clientSecret,
    RedirectUrl: redirectUrl(place),
    AuthUrl: place.at,
  }),

  async login(kind: TestLoginKind, person, place) {
    const now = place.now();
    const issuedAt = kind === 'stale' ? new Date(now.getTime() - codeLifeS * 1000) : now;
    const code = codes.issue({ person, client: kind === 'foreign' ? 'another.example' : clientId }, issuedAt);
    if (kind === 'used') codes.take(code, now);
    const changed = code.slice(0, -1) + (code.endsWith('0') ? '1' : '0');
    return { Code: kind === 'changed' ? changed : code };
  },
};

interface Grant {
  readonly person: SimulatedPerson;
  readonly client: string;
}

const clientId = 'simulated.portal.example';
const clientSecret = 'simulated-mygames-secret';
const codeLifeS = 600;
const tokenLifeS = 3600;
const codes = createSimulatorCodes<Grant>({ lifeMs: codeLifeS * 1000 });
const tokens = createSimulatorCodes<Grant>({ lifeMs: tokenLifeS * 1000 });

const redirectUrl = (place: SimulatorEnvironment) => `${new URL(place.at).origin}/connect/mygames`;

function mountAuthorise(app: FastifyInstance, place: SimulatorEnvironment): void {
  const action = `${place.at}/oauth2/`;
  app.get('/oauth2/', (request, reply) => {
    const hidden = readTextFields(request.query);
    if (hidden['client_id'] !== clientId || hidden['redirect_uri'] !== redirectUrl(place))
      return reply.code(400).send({ error: 'unauthorized_client' });
    if (hidden['response_type'] !== 'code') return reply.code(400).send({ error: 'unsupported_response_type' });
    return sendPersonPickerPage(reply, { vendor: 'MY.GAMES', colour: '#d1001c', action, hidden });
  });

  app.post('/oauth2/', (request, reply) => {
    const form = readTextFields(request.body);
    if (form['client_id'] !== clientId || form['redirect_uri'] !== redirectUrl(place))
      return reply.code(400).send({ error: 'unauthorized_client' });
    const person = readChosenPerson(form);
    const back = new URL(redirectUrl(place));
    if (person) {
      back.searchParams.set('code', codes.issue({ person, client: clientId }, place.now()));
    } else back.searchParams.set('error', 'access_denied');
    if (form['state'] !== undefined) back.searchParams.set('state', form['state']);
    return reply.code(302).header('location', back.href).send();
  });
}

function exchange(form: Fields, place: SimulatorEnvironment, reply: FastifyReply): FastifyReply {
  const fail = (error: string) => reply.code(400).send({ error });
  if (form['grant_type'] !== 'authorization_code') return fail('unsupported_grant_type');
  if (form['client_id'] !== clientId || form['client_secret'] !== clientSecret) return fail('invalid_client');
  // A code can be tried once, whether it succeeds or not.
  const grant = codes.take(form['code'], place.now());
  if (grant?.client !== clientId) return fail('invalid_grant');
  if (form['redirect_uri'] !== redirectUrl(place)) return fail('invalid_grant');
  const token = tokens.issue(grant, place.now());
  return reply.send({ access_token: token, token_type: 'Bearer', expires_in: tokenLifeS });
}

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
