import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readUnknownFields } from '../read-unknown-fields.ts';
import { createSimulatorCodes } from '../simulator-codes.server.ts';
import { readChosenPerson, sendPersonPickerPage } from '../simulator-person-page.server.ts';
import type { SimulatedPerson, SimulatorEnvironment } from '../simulator-port.server.ts';
import type { FirebaseProviderId } from './simulator-tokens.server.ts';

interface StartedSignIn {
  readonly providerId: FirebaseProviderId;
  readonly continueUri: string;
  readonly sessionId: string;
}

export interface IssuedProviderCode {
  readonly state: string;
  readonly begun: StartedSignIn;
  readonly person: SimulatedPerson;
}

const tenMinutesMs = 10 * 60 * 1000;
export const startedSignIns = createSimulatorCodes<StartedSignIn>({ lifeMs: tenMinutesMs });
export const issuedProviderCodes = createSimulatorCodes<IssuedProviderCode>({ lifeMs: tenMinutesMs });

export const buildProviderPageUrl = (providerId: FirebaseProviderId, place: SimulatorEnvironment): string =>
  `${place.at}/${providerId}/authorize`;

export function mountProviderPages(app: FastifyInstance, place: SimulatorEnvironment): void {
  for (const [providerId, look] of looks) {
    app.get(`/${providerId}/authorize`, (request, reply) => {
      const state = readUnknownFields(request.query)['state'];
      if (typeof state !== 'string' || startedSignIns.find(state, place.now())?.providerId !== providerId) {
        return sendUnknown(reply);
      }
      return sendPersonPickerPage(reply, {
        ...look,
        action: buildProviderPageUrl(providerId, place),
        hidden: { state },
      });
    });
    app.post(`/${providerId}/authorize`, (request, reply) => {
      const form = readUnknownFields(request.body);
      const state = form['state'];
      const begun = startedSignIns.find(state, place.now());
      if (typeof state !== 'string' || begun?.providerId !== providerId) return sendUnknown(reply);
      const person = readChosenPerson(form);
      const answer = person
        ? { code: issuedProviderCodes.issue({ state, begun, person }, place.now()), state }
        : { ...look.denial, state };
      return look.posts ? postBack(reply, begun.continueUri, answer) : goBack(reply, begun.continueUri, answer);
    });
  }
}

interface Look {
  readonly vendor: string;
  readonly colour: string;
  readonly denial: Readonly<Record<string, string>>;
  /** Apple posts its reply instead of adding it to the URL. */
  readonly posts: boolean;
}

const looks: ReadonlyMap<FirebaseProviderId, Look> = new Map<FirebaseProviderId, Look>([
  ['google.com', { vendor: 'Google', colour: '#1a5fd0', denial: { error: 'access_denied' }, posts: false }],
  ['apple.com', { vendor: 'Apple', colour: '#000', denial: { error: 'user_cancelled_authorize' }, posts: true }],
  [
    'facebook.com',
    {
      vendor: 'Facebook',
      colour: '#0b57c2',
      denial: { error: 'access_denied', error_code: '200', error_reason: 'user_denied' },
      posts: false,
    },
  ],
]);

const sendUnknown = (reply: FastifyReply): FastifyReply =>
  reply
    .code(400)
    .type('text/plain; charset=utf-8')
    .send('This sign-in is unknown or has expired. Start again in the portal.');

function goBack(reply: FastifyReply, continueUri: string, answer: Readonly<Record<string, string>>): FastifyReply {
  const address = new URL(continueUri);
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value);
  return reply.code(303).header('location', address.href).send();
}

function postBack(reply: FastifyReply, continueUri: string, answer: Readonly<Record<string, string>>): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const fields = Object.entries(answer)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('');
  const action = continueUri.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return reply
    .headers({
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`,
      'cross-origin-opener-policy': 'unsafe-none',
    })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Apple (simulated)</title>` +
        `<form method="post" action="${action}">${fields}<button>Continue</button></form>` +
        `<script nonce="${nonce}">document.forms[0].submit()</script></html>`,
    );
}
