// Checks the mail server and the captcha, which signing in by email depends on.
import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import { createSmtpTransport } from '#server/features/mail/mail-transport.ts';
import { isTurnstileTestKey, parseSiteverify } from '#server/features/captcha/siteverify.ts';
import { parseSender } from '#server/features/mail/mail-address.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import {
  okFinding,
  problemFinding,
  warningFinding,
  describeError,
  retryOnTimeout,
  unreachableFinding,
  type Finding,
} from './finding.ts';

const stepMs = 15_000;

export async function checkMail(
  { smtpUrl, mailFrom, publicUrl }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>,
  { mailTo, now }: { readonly mailTo: string | undefined; readonly now: () => Date },
): Promise<Finding[]> {
  if (smtpUrl === undefined)
    return [problemFinding("email can't be sent", 'Set SMTP_URL, such as smtps://user:password@mail.example.')];
  const { host, username } = new URL(smtpUrl);
  try {
    await retryOnTimeout(() => connect(smtpUrl, {}));
  } catch (error) {
    return [unreachableFinding(error, `${host} can't be used`, 'Check SMTP_URL: host, port, account and password.')];
  }
  const findings = [await encryptionOf(smtpUrl, host, username)];
  if (mailTo !== undefined) findings.push(await sendTo(mailTo, { smtpUrl, mailFrom, publicUrl, now }));
  return findings;
}

async function encryptionOf(smtpUrl: string, host: string, username: string): Promise<Finding> {
  const signedIn = username === '' ? 'without an account' : 'signed in';
  try {
    await connect(smtpUrl, { requireTLS: true });
    return okFinding(`${host} answers, ${signedIn}, encrypted`);
  } catch (error) {
    return warningFinding(
      `${host} responds, ${signedIn}, but without encryption: ${describeError(error)}`,
      'Use smtps:// or a mail server with STARTTLS: emails contain sign-in links.',
    );
  }
}

async function connect(url: string, options: { readonly requireTLS?: boolean }): Promise<void> {
  const transport = createTransport({
    url,
    ...options,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function sendTo(
  to: string,
  { smtpUrl, mailFrom, publicUrl, now }: { smtpUrl: string; mailFrom: string; publicUrl: URL; now: () => Date },
): Promise<Finding> {
  const transport = createSmtpTransport(smtpUrl, { deadlineMs: stepMs });
  const text = `npm run check of ${publicUrl.origin} sent this email at ${now().toISOString()}.`;
  try {
    await transport.send({
      id: `check-${now().getTime()}@${publicUrl.hostname}`,
      from: parseSender(mailFrom, publicUrl.hostname),
      to,
      subject: `Check of ${publicUrl.hostname}`,
      text,
      html: `<p>${text}</p>`,
      locale: 'en',
    });
    return okFinding(`an email to ${to} was accepted; check that it arrives, and not as spam`);
  } catch (error) {
    return problemFinding(
      `an email to ${to} was rejected: ${describeError(error)}`,
      "Check MAIL_FROM and the account's permissions.",
    );
  } finally {
    transport.close();
  }
}

export async function checkCaptcha(
  { captcha, turnstile: { siteKey, secrets, verifyUrl } }: Pick<Config, 'captcha' | 'turnstile'>,
  vendorFetch: SafeFetch,
): Promise<Finding[]> {
  if (captcha === 'work') return [okFinding('our own proof of work; no third party is involved')];
  if (isTurnstileTestKey(siteKey) || secrets.some(isTurnstileTestKey))
    return [
      warningFinding('these are test keys that let everyone pass', 'Set TURNSTILE_SITE_KEY and TURNSTILE_SECRET.'),
    ];
  return Promise.all(secrets.map((secret, index) => checkRobotSecret(secret, `${index + 1}`, verifyUrl, vendorFetch)));
}

async function checkRobotSecret(
  secret: string,
  which: string,
  verifyUrl: string,
  vendorFetch: SafeFetch,
): Promise<Finding> {
  const { host } = new URL(verifyUrl);
  try {
    const { status, body } = await retryOnTimeout(() =>
      vendorFetch(verifyUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ secret, response: 'npm run check' }),
        timeoutMs: stepMs,
      }),
    );
    const answer = parseSiteverify(status, body);
    if (!answer)
      return problemFinding(`${host} returns ${status}, which is unexpected`, "See the vendor's status page.");
    // The token is fake, so the vendor must report an invalid token, and nothing else.
    if (answer.errorCodes.includes('invalid-input-response')) return okFinding(`${host} accepts secret ${which}`);
    return problemFinding(
      `${host} doesn't accept secret ${which} of TURNSTILE_SECRET: ${answer.errorCodes.join(', ') || 'no reason given'}`,
      "Set TURNSTILE_SECRET to your widget's secret from the vendor's dashboard.",
    );
  } catch (error) {
    return unreachableFinding(
      error,
      `${host} can't be reached`,
      "Allow https requests from this machine to it. Without it, players can't sign in by email.",
    );
  }
}
