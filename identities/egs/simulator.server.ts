// Simulates Epic Account Services: the consent page, the launcher, and the calls that exchange codes for tokens.
import { hash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readUnknownFields } from '../read-unknown-fields.ts';
import { createSimulatorCodes } from '../simulator-codes.server.ts';
import { readChosenPerson, sendPersonPickerPage } from '../simulator-person-page.server.ts';
import type { SimulatedPerson, IdentitySimulator, SimulatorEnvironment } from '../simulator-port.server.ts';
import { createSimulatorSigningKey } from '../simulator-signing-key.server.ts';

export const simulator: IdentitySimulator = {
  async mount(app, place) {
    mountConsent(app, place);
    mountLauncher(app, place);
    app.get('/epic/oauth/v2/.well-known/jwks.json', async (_, reply) =>
      reply.header('cache-control', 'public, max-age=3600').send(await signingKey.publish()),
    );
    app.post('/epic/oauth/v2/token', async (request, reply) => {
      if (request.headers.authorization !== `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`) {
        return sendError(reply, 401, 'errors.com.epicgames.oauth.invalid_client', 'invalid_client');
      }
      const form = readUnknownFields(request.body);
      const [codes, code, name] = grants.get(form['grant_type'])?.(form) ?? [];
      if (!codes) {
        return sendError(
          reply,
          400,
          'errors.com.epicgames.common.oauth.unsupported_grant_type',
          'unsupported_grant_type',
        );
      }
      const granted = codes.take(code, place.now());
      const isTheirs =
        granted?.clientId === clientId && (granted.redirectUri ?? form['redirect_uri']) === form['redirect_uri'];
      if (!granted || !isTheirs) return sendError(reply, 400, `errors.com.epicgames.account.oauth.${name}_not_found`);
      return reply.send(await tokensFor(granted, place));
    });
    app.post('/epic/oauth/v2/tokenInfo', (request, reply) => {
      const found = accessTokens.find(readUnknownFields(request.body)['token'], place.now());
      return reply.send(
        found ? { active: true, token_type: 'bearer', ...aboutToken(found, place.now()) } : { active: false },
      );
    });
  },

  settings: ({ at }) => ({
    ClientId: clientId,
    ClientSecret: clientSecret,
    DeploymentId: 'simulated-deployment',
    RedirectUrl: returnUrl(at),
    ApiUrl: at,
  }),

  async login(kind, person, { at, now }) {
    const good = { clientId, person, scope: 'basic_profile openid', redirectUri: returnUrl(at) };
    const code = browserCodes.issue(
      kind === 'foreign' ? { ...good, clientId: 'xyza7891anotherclient' } : good,
      kind === 'stale' ? new Date(now().getTime() - codeLifeMs) : now(),
    );
    if (kind === 'used') browserCodes.take(code, now());
    return { Code: kind === 'changed' ? (code.startsWith('x') ? 'y' : 'x') + code.slice(1) : code };
  },
};

interface Granted {
  readonly clientId: string;
  readonly person: SimulatedPerson;
  readonly scope: string;
  /** The launcher's codes have no redirect URL. */
  readonly redirectUri?: string;
}

const clientId = 'xyza7891simulatedclient';
const clientSecret = 'simulated-client-secret';
const codeLifeMs = 5 * 60 * 1000;
const tokenLifeMs = 2 * 60 * 60 * 1000;

const signingKey = createSimulatorSigningKey();
const browserCodes = createSimulatorCodes<Granted>({ lifeMs: codeLifeMs });
const exchangeCodes = createSimulatorCodes<Granted>({ lifeMs: codeLifeMs });
const accessTokens = createSimulatorCodes<Granted>({ lifeMs: tokenLifeMs });

const grants = new Map<unknown, (form: Readonly<Record<string, unknown>>) => [typeof browserCodes, unknown, string]>([
  ['authorization_code', ({ code }) => [browserCodes, code, 'authorization_code']],
  ['exchange_code', ({ exchange_code: code }) => [exchangeCodes, code, 'exchange_code']],
]);

const returnUrl = (at: string): string => `${at}/returned`;

const accountOf = ({ id }: SimulatedPerson): string => hash('sha256', `epic ${id}`, 'hex').slice(0, 32);

const aboutToken = ({ person, scope, ...granted }: Granted, now: Date) => ({
  scope,
  expires_in: tokenLifeMs / 1000,
  expires_at: new Date(now.getTime() + tokenLifeMs).toISOString(),
  account_id: accountOf(person),
  client_id: granted.clientId,
  application_id: 'simulated-application',
});

async function tokensFor(granted: Granted, { at, now }: SimulatorEnvironment): Promise<object> {
  const seconds = Math.floor(now().getTime() / 1000);
  const isOpenId = granted.scope.split(' ').includes('openid');
  const claims = { iss: `${at}/epic/oauth/v2`, sub: accountOf(granted.person), aud: granted.clientId };
  return {
    access_token: accessTokens.issue(granted, now()),
    token_type: 'bearer',
    ...aboutToken(granted, now()),
    refresh_token: randomBytes(40).toString('base64url'),
    ...(isOpenId && {
      id_token: await signingKey.sign({ ...claims, iat: seconds, exp: seconds + tokenLifeMs / 1000 }),
    }),
  };
}

function mountConsent(app: FastifyInstance, { at, now }: SimulatorEnvironment): void {
  app.get('/id/authorize', (request, reply) => {
    const {
      client_id: client,
      response_type: kind,
      redirect_uri: address,
      scope,
      state,
    } = readUnknownFields(request.query);
    if (client !== clientId || kind !== 'code' || address !== returnUrl(at)) {
      return sendText(reply.code(400), 'The client, its kind of answer or its redirect address is not registered.');
    }
    const hidden = { scope: textOf(scope) || 'basic_profile', state: textOf(state) };
    return sendPersonPickerPage(reply, { vendor, colour, action: `${at}/id/authorize`, hidden });
  });
  app.post('/id/authorize', (request, reply) => {
    const form = readUnknownFields(request.body);
    const person = readChosenPerson(form);
    const granted = person && { clientId, person, scope: textOf(form['scope']), redirectUri: returnUrl(at) };
    const address = new URL(returnUrl(at));
    if (granted) address.searchParams.set('code', browserCodes.issue(granted, now()));
    else address.searchParams.set('error', 'access_denied');
    if (textOf(form['state']) !== '') address.searchParams.set('state', textOf(form['state']));
    return reply.code(303).header('location', address.href).send();
  });
  app.get('/returned', (request, reply) => {
    const { code, error } = readUnknownFields(request.query);
    return sendText(reply, textOf(code) === '' ? `Error: ${textOf(error)}` : `Code: ${textOf(code)}`);
  });
}

/** Epic's launcher passes the code on the game's command line; this one displays that command line. */
function mountLauncher(app: FastifyInstance, { at, now }: SimulatorEnvironment): void {
  app.get('/launcher', (_, reply) =>
    sendPersonPickerPage(reply, { vendor: `${vendor} launcher`, colour, action: `${at}/launcher`, hidden: {} }),
  );
  app.post('/launcher', (request, reply) => {
    const person = readChosenPerson(readUnknownFields(request.body));
    if (!person) return sendText(reply, 'No game was started.');
    const code = exchangeCodes.issue({ clientId, person, scope: 'basic_profile' }, now());
    const line = `-AUTH_TYPE=exchangecode -AUTH_PASSWORD=${code} -epicuserid=${accountOf(person)} -epicenv=Prod`;
    return sendText(reply, line);
  });
}

const vendor = 'Epic Games';
const colour = '#2a2a2a';

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');

const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/plain; charset=utf-8').send(text);

function sendError(reply: FastifyReply, status: number, errorCode: string, error = 'invalid_grant'): FastifyReply {
  const errorMessage = 'Sorry, the credentials you supplied were not accepted.';
  return reply.code(status).send({ errorCode, errorMessage, error, error_description: errorMessage });
}
