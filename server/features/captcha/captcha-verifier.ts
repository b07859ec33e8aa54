// Verifies a captcha token with Cloudflare Turnstile or a vendor with the same protocol. siteverify consumes the token,
// so nothing is stored here. The idempotency key allows a retry after an error on the vendor's side.
import { randomUUID } from 'node:crypto';
import type { Log } from '#server/http/log.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import type { FindGameWidget } from './game-widget.ts';
import { isTurnstileTestKey, parseSiteverify, type SiteverifyResponse } from './siteverify.ts';

export interface CaptchaVerifierOptions {
  /** Newest first; after a rotation the previous one stays valid for a while. */
  readonly secrets: readonly string[];
  readonly siteKey: string;
  readonly verifyUrl: string;
  /** Set for a vendor other than Turnstile, which gets form data and need not return the action. */
  readonly other?: object | undefined;
  readonly hostnames: readonly string[];
  readonly findGameWidget?: FindGameWidget;
  readonly safeFetch: SafeFetch;
  readonly now: () => Date;
  readonly log: Log;
  readonly production: boolean;
}

export interface CaptchaVerifier {
  /**
   * @param action what the widget was shown for, such as `email_login`
   * @param game the game it was shown for, which may have its own widget
   */
  readonly check: (token: string, action: string, remoteIp?: string, game?: string) => Promise<'passed' | 'refused'>;
}

export function createCaptchaVerifier(options: CaptchaVerifierOptions): CaptchaVerifier {
  refuseBadKeys(options);
  const { log } = options;
  return {
    check: async (token, action, remoteIp, game) => {
      if (token === '' || token.length > maxToken) return 'refused';
      const secrets = (await options.findGameWidget?.(game))?.secrets ?? options.secrets;
      const asked = { response: token, ...(remoteIp !== undefined && { remoteip: remoteIp }) };
      const found = await askWithEverySecret({ ...options, secrets }, asked);
      if (found === undefined) return 'refused';
      const objection = objectionTo(found, action, options);
      if (objection === undefined) return 'passed';
      log[objection.level]({ errorCodes: found.answer.errorCodes, action }, `Captcha refused: ${objection.text}`);
      return 'refused';
    },
  };
}

const maxToken = 2048;
const timeoutMs = 4000;
const maxAgeMs = 5 * 60_000;
/** Errors that another try by the player can fix; all others are configuration errors. */
const visitorsCodes: ReadonlySet<string> = new Set(['invalid-input-response', 'timeout-or-duplicate']);

interface Found {
  readonly answer: SiteverifyResponse;
  readonly secret: string;
}

/** A token can be checked once, so the next secret is tried only if the previous one was not recognised. */
async function askWithEverySecret(
  options: CaptchaVerifierOptions,
  asked: { response: string; remoteip?: string },
): Promise<Found | undefined> {
  const request = { ...asked, idempotency_key: randomUUID() };
  let found: Found | undefined;
  let mayRepeat = true;
  for (const [index, secret] of options.secrets.entries()) {
    let answer = await ask(options, { ...request, secret });
    if (mayRepeat && answer?.errorCodes.includes('internal-error')) {
      mayRepeat = false;
      answer = await ask(options, { ...request, secret });
    }
    if (answer === undefined) return undefined;
    found = { answer, secret };
    if (answer.success || !answer.errorCodes.includes('invalid-input-secret')) return found;
    options.log.error(
      { secretNumber: index + 1 },
      "Turnstile rejected the secret key. Copy the widget's secret key from the dashboard into the configuration.",
    );
  }
  return found;
}

async function ask(
  { verifyUrl, other, safeFetch, log, production }: CaptchaVerifierOptions,
  fields: Readonly<Record<string, string>>,
) {
  try {
    const {
      status,
      headers,
      body: bytes,
    } = await safeFetch(verifyUrl, {
      method: 'POST',
      headers: {
        'content-type': other ? 'application/x-www-form-urlencoded' : 'application/json',
        accept: 'application/json',
      },
      body: other ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
      timeoutMs,
      maxBytes: 64 * 1024,
      allowLoopback: !production,
    });
    const answer = parseSiteverify(status, bytes);
    // The body is not logged, because it may contain the token.
    if (!answer)
      log.error(
        { status, contentType: headers['content-type'] },
        "Turnstile's response isn't a valid siteverify response.",
      );
    return answer;
  } catch (error) {
    log.error(
      { err: error },
      'Turnstile is unreachable, so no visitor can pass the captcha. Check that outgoing HTTPS is allowed.',
    );
    return undefined;
  }
}

interface Objection {
  readonly level: 'info' | 'warn' | 'error';
  readonly text: string;
}

function objectionTo(
  { answer, secret }: Found,
  action: string,
  options: CaptchaVerifierOptions,
): Objection | undefined {
  if (!answer.success) {
    const isVisitors = answer.errorCodes.length > 0 && answer.errorCodes.every((code) => visitorsCodes.has(code));
    return isVisitors
      ? { level: 'info', text: 'the token is false, old or used.' }
      : { level: 'error', text: 'Turnstile could not check it; its error codes say why.' };
  }
  const ageMs = options.now().getTime() - Date.parse(answer.challengeTs ?? '');
  // NaN if the timestamp is missing or invalid. The clocks may differ a little.
  if (!(Math.abs(ageMs) <= maxAgeMs)) return { level: 'warn', text: wrongAge(ageMs, options.now()) };
  // What test secrets return here is not documented. Production has no test secrets.
  if (isTurnstileTestKey(secret)) return undefined;
  if (answer.hostname === undefined || !options.hostnames.includes(answer.hostname))
    return {
      level: 'warn',
      text: 'the widget ran on a host that is not ours. Restrict its hostnames in the dashboard.',
    };
  if (options.other && answer.action === undefined) return undefined;
  if (answer.action !== action) return { level: 'warn', text: 'the token was made for another action.' };
  return undefined;
}

/** The vendor rejects tokens older than five minutes, so the clock is probably wrong. */
function wrongAge(ageMs: number, now: Date): string {
  if (Number.isNaN(ageMs)) return 'the answer does not tell when the challenge was.';
  const seconds = Math.round(Math.abs(ageMs) / 1000);
  return (
    `the challenge was ${seconds} s ${ageMs < 0 ? 'after' : 'before'} now, which is ${now.toISOString()} here: ` +
    'a clock is wrong. Set those of this machine and of the database by NTP (timedatectl set-ntp true).'
  );
}

function refuseBadKeys({ secrets, siteKey, hostnames, production }: CaptchaVerifierOptions): void {
  if (siteKey === '' || secrets.length === 0 || secrets.includes(''))
    throw new Error('The captcha has no site key or no secret. Set both from the Turnstile dashboard.');
  if (hostnames.length === 0) throw new Error('The captcha has no hostname of its own. Derive it from GAMES_URL.');
  if (production && [siteKey, ...secrets].some(isTurnstileTestKey))
    throw new Error(
      'The captcha has a Turnstile key for tests, which always passes or always fails. Set the site key and the secret of your own widget.',
    );
}
