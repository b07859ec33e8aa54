// Simulates Cloudflare Turnstile: a stub of its script, and siteverify with one-time tokens. The app must register the
// JSON and form parsers.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createCaptchaTokenTable, type SiteverifyReply } from './captcha-token-table.ts';

/** `honest` checks the token and the secret. The other modes always give that reply. */
export type CaptchaSimulatorMode = 'honest' | 'fail' | 'spent' | 'slow' | '500' | 'html' | 'internal-once' | 'internal';

export interface CaptchaSimulator {
  setMode(mode: CaptchaSimulatorMode): void;
  readonly verified: () => number;
}

export interface LabTurnstileSettings {
  readonly siteKey: string;
  readonly secrets: readonly string[];
  readonly scriptUrl: string;
  readonly verifyUrl: string;
}

/** Settings that point the portal to the simulator. */
export function labTurnstileSettings(portalUrl: string | URL): LabTurnstileSettings {
  return {
    siteKey: '1x00000000000000000000AA',
    secrets: [labSecret],
    scriptUrl: new URL(`${captchaPath}/api.js?render=explicit`, portalUrl).href,
    verifyUrl: new URL(`${captchaPath}/siteverify`, portalUrl).href,
  };
}

export interface CaptchaSimulatorOptions {
  readonly now: () => Date;
  readonly place?: string;
  readonly secret?: string;
}

export function mountCaptchaSimulator(
  app: FastifyInstance,
  { now, place = captchaPath, secret = labSecret }: CaptchaSimulatorOptions,
): CaptchaSimulator {
  const tokens = createCaptchaTokenTable({ now, secret });
  const repeated = new Set<string>();
  let mode: CaptchaSimulatorMode = 'honest';
  let verified = 0;

  app.get(`${place}/api.js`, async (_, reply) =>
    reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(await readFile(new URL('turnstile-stub.js', import.meta.url))),
  );
  // As with the real vendor, the host comes from the browser's Origin header, not from the page.
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

const captchaPath = '/lab/vendors/captcha';
const labSecret = 'lab-captcha-secret';
const slowMs = 10_000;

const refusal = (code: string): SiteverifyReply => ({ success: false, 'error-codes': [code] });

function fieldsOf({ body }: FastifyRequest): Readonly<Record<string, string>> {
  const entries = Object.entries(typeof body === 'object' && body !== null ? body : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
