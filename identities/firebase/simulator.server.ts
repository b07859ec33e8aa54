// Simulates Firebase's sign-in service: two Identity Toolkit calls and the public keys for the tokens.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readUnknownFields } from '../read-unknown-fields.ts';
import type { SimulatedPerson, IdentitySimulator } from '../simulator-port.server.ts';
import { tamperSignature } from '../simulator-signing-key.server.ts';
import {
  startedSignIns,
  issuedProviderCodes,
  mountProviderPages,
  buildProviderPageUrl,
  type IssuedProviderCode,
} from './simulator-pages.server.ts';
import {
  isEmailVerifiedBy,
  getProviderUserId,
  tokenLifetimeSeconds,
  mintIdToken,
  simulatedSigningKey,
  simulatedProjectId,
  getFirebaseUserId,
  type FirebaseProviderId,
} from './simulator-tokens.server.ts';

export const simulator: IdentitySimulator = {
  async mount(app, place) {
    mountProviderPages(app, place);
    app.get(keysPath, async (_, reply) =>
      reply.header('cache-control', 'public, max-age=3600, must-revalidate').send(await simulatedSigningKey.publish()),
    );
    mountCall(app, 'createAuthUri', async (body, reply) => {
      const { providerId, continueUri, sessionId: given } = body;
      if (!isProviderId(providerId)) return sendError(reply, 'INVALID_PROVIDER_ID');
      if (typeof continueUri !== 'string' || continueUri === '') return sendError(reply, 'MISSING_CONTINUE_URI');
      if (!isPlainPage(continueUri)) return sendError(reply, 'INVALID_CONTINUE_URI');
      const sessionId = typeof given === 'string' && given !== '' ? given : randomBytes(20).toString('base64url');
      const state = startedSignIns.issue({ providerId, continueUri, sessionId }, place.now());
      const asked = new URLSearchParams({
        response_type: 'code',
        client_id: `${simulatedProjectId}.apps.vendors.example`,
        redirect_uri: continueUri,
        state,
      });
      const authUri = `${buildProviderPageUrl(providerId, place)}?${asked.toString()}`;
      return reply.send({ kind: 'identitytoolkit#CreateAuthUriResponse', authUri, providerId, sessionId });
    });
    mountCall(app, 'signInWithIdp', async (body, reply) => {
      const { requestUri, postBody, sessionId } = body;
      if (typeof requestUri !== 'string' || !URL.canParse(requestUri)) return sendError(reply, 'INVALID_REQUEST_URI');
      const answer = new URLSearchParams(typeof postBody === 'string' ? postBody : new URL(requestUri).search);
      if (answer.has('error')) return sendError(reply, 'USER_CANCELLED');
      const granted = issuedProviderCodes.take(answer.get('code'), place.now());
      if (!granted) return sendError(reply, `${badAnswer} : The code is unknown, used or expired.`);
      const { begun, state } = granted;
      const isTheirs = sessionId === begun.sessionId && answer.get('state') === state;
      if (!isTheirs || !isReturnTo(requestUri, begun.continueUri)) {
        return sendError(reply, `${badAnswer} : The answer belongs to another sign-in.`);
      }
      return reply.send(await signIn(granted, place.now()));
    });
  },

  settings: ({ at }) => ({
    ApiKey: apiKey,
    AuthDomain: `${simulatedProjectId}.vendors.example`,
    ProjectId: simulatedProjectId,
    AppId: '1:1080:web:simulated',
    ToolkitUrl: at,
    KeysUrl: at + keysPath,
  }),

  async login(kind, person, { now }) {
    const issuedAt = now();
    const good = { person, providerId: 'google.com', issuedAt } as const;
    switch (kind) {
      case 'good':
        return { Token: await mintIdToken(good) };
      case 'changed':
        return { Token: tamperSignature(await mintIdToken(good)) };
      case 'foreign':
        return { Token: await mintIdToken({ ...good, projectId: 'another-portal' }) };
      case 'stale':
        return {
          Token: await mintIdToken({ ...good, issuedAt: new Date(issuedAt.getTime() - tokenLifetimeSeconds * 1000) }),
        };
      // An ID token can be used repeatedly until it expires.
      case 'used':
        return undefined;
    }
  },
};

const apiKey = 'simulated-api-key';
const keysPath = '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const badAnswer = 'INVALID_IDP_RESPONSE';
const providerIds: readonly string[] = ['google.com', 'apple.com', 'facebook.com'] satisfies FirebaseProviderId[];
const isProviderId = (value: unknown): value is FirebaseProviderId => providerIds.includes(value as string);

const forEverybody = { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'POST' };

type Call = (body: Readonly<Record<string, unknown>>, reply: FastifyReply) => Promise<FastifyReply>;

function mountCall(app: FastifyInstance, name: string, call: Call): void {
  // A colon starts a path parameter in Fastify; a double colon is a literal one.
  const path = `/v1/accounts::${name}`;
  app.options(path, (_, reply) =>
    reply
      .code(204)
      .headers({ ...forEverybody, 'access-control-allow-headers': 'content-type' })
      .send(),
  );
  app.post(
    path,
    {
      onRequest: async (_, reply) => void reply.headers(forEverybody),
      errorHandler: (error, _, reply) => {
        const { status, statusCode = status } = error as { statusCode?: number; status?: number };
        if (statusCode === undefined || statusCode >= 500) throw error;
        void sendError(reply, 'Invalid JSON payload received.', statusCode);
      },
    },
    (request, reply) => {
      const { key } = readUnknownFields(request.query);
      if (key === undefined) return sendError(reply, 'The request is missing a valid API key.', 403);
      if (key !== apiKey) return sendError(reply, 'API key not valid. Please pass a valid API key.');
      return call(readUnknownFields(request.body), reply);
    },
  );
}

function sendError(reply: FastifyReply, message: string, code = 400): FastifyReply {
  return reply
    .code(code)
    .send({ error: { code, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } });
}

function isPlainPage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hash, searchParams } = new URL(address);
  return /^https?:$/.test(protocol) && hash === '' && !searchParams.has('state');
}

const isReturnTo = (requestUri: string, continueUri: string): boolean => {
  const [returned, promised] = [new URL(requestUri), new URL(continueUri)];
  return returned.origin === promised.origin && returned.pathname === promised.pathname;
};

async function signIn({ begun: { providerId }, person }: IssuedProviderCode, issuedAt: Date): Promise<object> {
  const about = {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    providerId,
    federatedId: `https://${providerId}/${getProviderUserId(providerId, person)}`,
    email: person.email,
    emailVerified: isEmailVerifiedBy(providerId),
    displayName: person.name,
    fullName: person.name,
    oauthAccessToken: randomBytes(20).toString('base64url'),
  };
  const { linked, isAllowed } = link(person, providerId);
  if (!isAllowed) return { ...about, needConfirmation: true, verifiedProvider: linked };
  return {
    ...about,
    localId: getFirebaseUserId(person),
    idToken: await mintIdToken({ person, providerId, linked, issuedAt }),
    refreshToken: randomBytes(40).toString('base64url'),
    expiresIn: String(tokenLifetimeSeconds),
  };
}

const linkedByAddress = new Map<string, readonly FirebaseProviderId[]>();
const maxUsers = 1000;

/**
 * One user per address, the default of new projects. A provider that verifies addresses is linked to the user and
 * replaces those that don't. A provider that doesn't is rejected while the address is taken.
 */
function link(
  { email }: SimulatedPerson,
  providerId: FirebaseProviderId,
): { linked: readonly FirebaseProviderId[]; isAllowed: boolean } {
  const address = email.toLowerCase();
  const before = linkedByAddress.get(address) ?? [];
  if (before.length > 0 && !before.includes(providerId) && !isEmailVerifiedBy(providerId)) {
    return { linked: before, isAllowed: false };
  }
  const linked = before.includes(providerId) ? before : [...before.filter(isEmailVerifiedBy), providerId];
  linkedByAddress.set(address, linked);
  const [oldest] = linkedByAddress.keys();
  if (linkedByAddress.size > maxUsers && oldest !== undefined) linkedByAddress.delete(oldest);
  return { linked, isAllowed: true };
}
