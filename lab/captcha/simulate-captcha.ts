// Cloudflare Turnstile as a laptop and the tests have it: a stub of its script, and siteverify with a table of tokens that
// are good once. It plays the vendor, so it knows nothing of how the server checks. The application brings the parsers for
// JSON and forms, as all of ours do.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createTokenTable, type VerifyAnswer } from './token-table.ts';

/** `honest`: by the token and the secret. The others: that answer, whatever was sent. */
export type SimulatorMode = 'honest' | 'fail' | 'spent' | 'slow' | '500' | 'html' | 'internal-once' | 'internal';

export interface CaptchaSimulator {
  setMode(mode: SimulatorMode): void;
  /** How many times siteverify was asked. */
  readonly verified: () => number;
}

export interface LabTurnstile {
  readonly siteKey: string;
  readonly secrets: readonly string[];
  readonly scriptUrl: string;
  readonly verifyUrl: string;
}

/** The settings with which the portal uses the simulator. Other site keys of Turnstile for tests behave as documented. */
export function labTurnstile(portalUrl: string | URL): LabTurnstile {
  return {
    siteKey: '1x00000000000000000000AA',
    secrets: [labSecret],
    scriptUrl: new URL(`${labPlace}/api.js?render=explicit`, portalUrl).href,
    verifyUrl: new URL(`${labPlace}/siteverify`, portalUrl).href,
  };
}

export interface CaptchaSimulatorOptions {
  readonly now: () => Date;
  /** The path below which it is; the lab's unless given. */
  readonly place?: string;
  /** The secret of whoever may ask about tokens; the lab's unless given. */
  readonly secret?: string;
}

export function mountCaptchaSimulator(
  app: FastifyInstance,
  { now, place = labPlace, secret = labSecret }: CaptchaSimulatorOptions,
): CaptchaSimulator {
  const tokens = createTokenTable({ now, secret });
  const repeated = new Set<string>();
  let mode: SimulatorMode = 'honest';
  let verified = 0;

  app.get(`${place}/api.js`, async (_, reply) =>
    reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(await readFile(new URL('turnstile-stub.js', import.meta.url))),
  );
  // As at the vendor, the browser says on which host the widget runs, not the page.
  app.post(`${place}/token`, async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !URL.canParse(origin)) return reply.code(403).send({ error: 'no origin' });
    void reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' });
    return { token: tokens.issue(new URL(origin).hostname, fieldsOf(request)['action'] ?? '') };
  });
  app.post(`${place}/siteverify`, async (request, reply) => {
    verified += 1;
    const fields = fieldsOf(request);
    if (mode === 'slow') await sleep(slowMs, undefined, { ref: false });
    if (mode === '500') return reply.code(500).send({ success: true });
    if (mode === 'html') return reply.type('text/html; charset=utf-8').send('<h1>Just a moment…</h1>');
    if (mode === 'internal') return refusal('internal-error');
    if (mode === 'internal-once' && !repeated.has(fields['idempotency_key'] ?? '')) {
      repeated.add(fields['idempotency_key'] ?? '');
      // Their side stumbled after it had spent the token.
      tokens.verify(fields);
      return refusal('internal-error');
    }
    if (mode === 'fail') return refusal('invalid-input-response');
    if (mode === 'spent') return refusal('timeout-or-duplicate');
    return tokens.verify(fields);
  });
  return {
    setMode: (chosen) => {
      mode = chosen;
    },
    verified: () => verified,
  };
}

const labPlace = '/lab/vendors/captcha';
const labSecret = 'lab-captcha-secret';
const slowMs = 10_000;

const refusal = (code: string): VerifyAnswer => ({ success: false, 'error-codes': [code] });

/** The texts of a JSON or form body. */
function fieldsOf({ body }: FastifyRequest): Readonly<Record<string, string>> {
  const entries = Object.entries(typeof body === 'object' && body !== null ? body : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
