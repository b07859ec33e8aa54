// Those without whom nobody signs in by mail: the mail server and the captcha.
import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import { createSmtpTransport } from '#server/features/mail/mail-transport.ts';
import { isTestKey, readSiteverify } from '#server/features/captcha/siteverify.ts';
import { readSender } from '#server/features/mail/mail-address.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { ok, problem, warning, describeError, retryTimeout, unreachable, type Finding } from './finding.ts';

const stepMs = 15_000;

export async function checkMail(
  { smtpUrl, mailFrom, publicUrl }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>,
  { mailTo, now }: { readonly mailTo: string | undefined; readonly now: () => Date },
): Promise<Finding[]> {
  if (smtpUrl === undefined)
    return [problem('no mail can be sent', 'Set SMTP_URL, such as smtps://user:password@mail.example.')];
  const { host, username } = new URL(smtpUrl);
  try {
    await retryTimeout(() => connect(smtpUrl, {}));
  } catch (error) {
    return [unreachable(error, `${host} cannot be used`, 'Check SMTP_URL: host, port, account and password.')];
  }
  const findings = [await encryptionOf(smtpUrl, host, username)];
  if (mailTo !== undefined) findings.push(await sendTo(mailTo, { smtpUrl, mailFrom, publicUrl, now }));
  return findings;
}

async function encryptionOf(smtpUrl: string, host: string, username: string): Promise<Finding> {
  const signedIn = username === '' ? 'without an account' : 'signed in';
  try {
    await connect(smtpUrl, { requireTLS: true });
    return ok(`${host} answers, ${signedIn}, encrypted`);
  } catch (error) {
    return warning(
      `${host} answers, ${signedIn}, and nothing is encrypted: ${describeError(error)}`,
      'Use smtps://, or a mail server that knows STARTTLS: mails hold links that sign in.',
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
  const text = `This mail was sent by npm run check of ${publicUrl.origin} at ${now().toISOString()}.`;
  try {
    await transport.send({
      id: `check-${now().getTime()}@${publicUrl.hostname}`,
      from: readSender(mailFrom, publicUrl.hostname),
      to,
      subject: `Check of ${publicUrl.hostname}`,
      text,
      html: `<p>${text}</p>`,
      locale: 'en',
    });
    return ok(`a mail to ${to} was taken; see that it arrives, and not among spam`);
  } catch (error) {
    return problem(
      `a mail to ${to} was not taken: ${describeError(error)}`,
      'Check MAIL_FROM and what the account may send.',
    );
  } finally {
    transport.close();
  }
}

export async function checkCaptcha(
  { captcha, turnstile: { siteKey, secrets, verifyUrl } }: Pick<Config, 'captcha' | 'turnstile'>,
  vendorFetch: SafeFetch,
): Promise<Finding[]> {
  if (captcha === 'work') return [ok('the browser works for it, and nobody else is asked')];
  if (isTestKey(siteKey) || secrets.some(isTestKey))
    return [warning('the keys are for tests and let everybody pass', 'Set TURNSTILE_SITE_KEY and TURNSTILE_SECRET.')];
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
    const { status, body } = await retryTimeout(() =>
      vendorFetch(verifyUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ secret, response: 'npm run check' }),
        timeoutMs: stepMs,
      }),
    );
    const answer = readSiteverify(status, body);
    if (!answer) return problem(`${host} answers ${status} and not as it should`, 'Look at the vendor’s status page.');
    // The token is none, so that is what must be wrong with it, and nothing else.
    if (answer.errorCodes.includes('invalid-input-response')) return ok(`${host} accepts secret ${which}`);
    return problem(
      `${host} does not accept secret ${which} of TURNSTILE_SECRET: ${answer.errorCodes.join(', ') || 'no reason given'}`,
      'Set TURNSTILE_SECRET to the secret of your widget, as the vendor shows it.',
    );
  } catch (error) {
    return unreachable(
      error,
      `${host} cannot be reached`,
      'Let this machine make https requests to it: without it nobody can sign in by mail.',
    );
  }
}
