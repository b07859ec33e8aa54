// Players who sign in with mailed codes, over and over. One node may receive the request, another may send the mail and
// a third may check the code, so each must decrypt and verify what the others encrypted and signed.
import type { TestSmtp } from '#server/features/mail/start-test-smtp.ts';
import { callApi } from '#server/testing/call-api.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { TwoNodes } from './two-nodes.ts';

export interface MailSignIns {
  readonly signedIn: () => number;
  readonly failures: readonly string[];
  more(times: number): Promise<void>;
  stop(): Promise<void>;
}

export interface MailSignInOptions {
  readonly smtp: TestSmtp;
  readonly portalUrl: string;
  readonly people: number;
}

export function startMailSignIns(nodes: TwoNodes, options: MailSignInOptions): MailSignIns {
  const stopping = new AbortController();
  const failures: string[] = [];
  let signedIn = 0;
  let asked = 0;
  const goOn = async (): Promise<void> => {
    while (!stopping.signal.aborted && failures.length < 20) {
      const fault = await signInOnce(nodes, options, (asked += 1));
      if (fault === undefined) signedIn += 1;
      else failures.push(fault);
    }
  };
  const running = Array.from({ length: options.people }, goOn);
  return {
    signedIn: () => signedIn,
    failures,
    more: async (times) => {
      const from = signedIn;
      await eventually(() => signedIn >= from + times || failures.length > 0, 60_000);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function signInOnce(
  nodes: TwoNodes,
  { smtp, portalUrl }: MailSignInOptions,
  number: number,
): Promise<string | undefined> {
  const email = `player-${number}@mail.example`;
  const headers = { 'x-forwarded-for': `10.${number & 255}.${(number >> 8) & 255}.1` };
  const CaptchaResult = await fetchCaptchaToken(portalUrl);
  const invite = await nodes.through((address) =>
    callApi(`${address}/api/v1/invite/email_invite`, { body: { CaptchaResult, Email: email }, headers }),
  );
  if (invite.outcome !== 'done') return `${email} was not invited: ${JSON.stringify(invite)}`;
  const { Token: Handle } = invite.body as { Token: string };
  try {
    const Code = await eventually(() => codeFor(smtp, email));
    const reply = await nodes.through((address) =>
      callApi(`${address}/api/v1/auth/authenticate_from_email_code`, { body: { Handle, Code }, headers }),
    );
    const isIn = reply.outcome === 'done' && (reply.body as { Success?: boolean }).Success === true;
    return isIn ? undefined : `${email} was not signed in: ${JSON.stringify(reply)}`;
  } catch (error) {
    return `${email} got no mail: ${String(error)}`;
  }
}

function codeFor(smtp: TestSmtp, email: string): string | undefined {
  const text = smtp.received.find(({ recipients }) => recipients.includes(email))?.mail.text;
  return /\b(\d{3}) ?(\d{3})\b/
    .exec(text ?? '')
    ?.slice(1)
    .join('');
}

async function fetchCaptchaToken(portalUrl: string): Promise<string> {
  const response = await fetch(`${portalUrl}/lab/vendors/captcha/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://captcha.localhost' },
    body: JSON.stringify({ action: 'email_login' }),
  });
  return ((await response.json()) as { token: string }).token;
}
