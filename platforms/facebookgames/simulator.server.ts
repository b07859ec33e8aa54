// Simulates Facebook's canvas: its script and signed requests. Facebook's payments are a separate simulator.
import { hash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  createSimulatorApi,
  readSimulatorParams,
  serveScript,
  SimulatedVendorError,
} from '#kit/simulator-api.server.ts';
import { signFacebookRequest, simulatedFacebookApp } from '#kit/simulator-facebook.server.ts';
import type { TestLoginKind, PlatformSimulator, SimulatorEnvironment } from '../simulator-port.server.ts';
import type { SimulatedPlayer } from '../scenario.ts';

export const simulator: PlatformSimulator = {
  async mount(app, place) {
    await serveScript(app, '/sdk.js', join(import.meta.dirname, 'simulator-script.js'), {
      pageOrigin: place.pageOrigin,
      isBlocked: ({ headers: { referer = '' } }) =>
        URL.canParse(referer) && new URL(referer).searchParams.has(blockedParameter),
    });
    const api = createSimulatorApi(app);
    api.post('/web/session', ({ texts: { id = '' }, body }) => {
      if (!/^\d{1,40}$/.test(id)) throw new SimulatedVendorError(400, { error: 'This is not a player.' });
      const isExpired = (body as { isExpired?: unknown }).isExpired === true;
      return { signedRequest: signSession(id, place.now(), isExpired ? -staleMs : 0) };
    });
    api.post('/web/pay/begin', ({ texts }) => askPayments(place, 'dialog/begin', texts));
    api.post('/web/pay/take', ({ texts }) => askPayments(place, 'pay', { ...texts, how: 'pay' }));
    api.get('/picture.svg', ({ reply }) =>
      reply.headers({ 'cross-origin-resource-policy': 'cross-origin' }).type('image/svg+xml').send(picture),
    );
  },

  settings: ({ at }) => ({
    AppId: simulatedFacebookApp.id,
    AppSecrets: [simulatedFacebookApp.secret],
    SdkUrl: `${at}/sdk.js`,
  }),

  launch: async (player, { proof, sdk, language }, { now }) => ({
    ...(sdk === 'blocked' && { query: { [blockedParameter]: 'blocked' } }),
    post: {
      call: 'authenticate',
      fields: {
        signed_request: signPost(player, now(), proof === 'expired' ? -staleMs : 0),
        fb_locale: locales[language.slice(0, 2)] ?? 'en_US',
      },
    },
  }),

  async login(kind, { id }, { now }) {
    const signed = signSession(id, now(), shiftMs[kind], secrets[kind]);
    // Changes one character at the start of the JSON.
    return { SignedRequest: kind === 'changed' ? signed.replace('.eyJhb', '.eyJhc') : signed };
  },
};

const blockedParameter = 'simulated-script';
const staleMs = 11 * 60_000;
const shiftMs: Partial<Record<TestLoginKind, number>> = { stale: -staleMs, future: 2 * 60_000 };
// Each game is an app of its own.
const secrets: Partial<Record<TestLoginKind, string>> = {
  foreign: 'nobodys0secret',
  'other game': 'another0app0secret',
};
const locales: Readonly<Record<string, string>> = {
  de: 'de_DE',
  en: 'en_US',
  fa: 'fa_IR',
  pt: 'pt_BR',
  ru: 'ru_RU',
  uk: 'uk_UA',
};
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="100" fill="#1877f2"/></svg>';

const secondsOf = (at: Date, moreMs: number): number => Math.floor((at.getTime() + moreMs) / 1000);

/**
 * As the canvas posts it: with a token and the country, and without a user id if the player hasn't authorised the app.
 */
function signPost({ id, isGuest, country, language }: SimulatedPlayer, at: Date, moreMs: number): string {
  const issued_at = secondsOf(at, moreMs);
  const known = {
    expires: issued_at + 7200,
    oauth_token: `EAA${hash('sha256', `${id} ${at.getTime()}`)}`,
    user_id: id,
  };
  return signFacebookRequest({
    ...(!isGuest && known),
    issued_at,
    user: { country: country.toLowerCase(), locale: locales[language] ?? 'en_US', age: { min: 21 } },
  });
}

/** As the script returns it: with a one-time code. */
const signSession = (user_id: string, at: Date, moreMs = 0, secret?: string): string =>
  signFacebookRequest({ user_id, code: randomUUID(), issued_at: secondsOf(at, moreMs) }, secret);

/** Its refusal becomes the dialog's response. */
async function askPayments({ at }: SimulatorEnvironment, path: string, fields: object): Promise<object> {
  // oxlint-disable-next-line eslint/no-restricted-globals -- it plays Facebook, which asks itself
  const response = await fetch(`${at.slice(0, at.lastIndexOf('/'))}/facebookpay/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  });
  const answer: unknown = await response.json();
  if (response.ok || 'error_code' in readSimulatorParams(answer)) return answer as object;
  throw new SimulatedVendorError(response.status, { error: `The simulated payments answer ${response.status}.` });
}
