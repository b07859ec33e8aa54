// People who sign in with the digits of a mail, over and over. Whichever node is asked for the mail, another one may send it and
// a third one may be told the digits: what one sealed and signed, the others must open and accept.
import type { TestSmtp } from '#server/features/mail/start-test-smtp.ts';
import { call } from '#server/testing/call.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { TwoNodes } from './two-nodes.ts';

export interface SigningIn {
  readonly signedIn: () => number;
  /** In words. There must be none. */
  readonly failures: readonly string[];
  /** Waits until somebody has signed in so many times more. */
  more(times: number): Promise<void>;
  stop(): Promise<void>;
}

export interface SigningInOptions {
  readonly smtp: TestSmtp;
  /** Where the captcha is simulated. */
  readonly portalUrl: string;
  readonly people: number;
}

export function startSigningIn(nodes: TwoNodes, options: SigningInOptions): SigningIn {
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
  { smtp, portalUrl }: SigningInOptions,
  number: number,
): Promise<string | undefined> {
  const email = `player-${number}@mail.example`;
  const headers = { 'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
  const CaptchaResult = await robotToken(portalUrl);
  const invite = await nodes.through((address) =>
    call(`${address}/api/v1/invite/email_invite`, { body: { CaptchaResult, Email: email }, headers }),
  );
  if (invite.outcome !== 'done') return `${email} was not invited: ${JSON.stringify(invite)}`;
  const { Token: Handle } = invite.body as { Token: string };
  try {
    const Code = await eventually(() => codeFor(smtp, email));
    const reply = await nodes.through((address) =>
      call(`${address}/api/v1/auth/authenticate_from_email_code`, { body: { Handle, Code }, headers }),
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

/** As the widget of the lab gets it. */
async function robotToken(portalUrl: string): Promise<string> {
  const response = await fetch(`${portalUrl}/lab/vendors/captcha/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://captcha.localhost' },
    body: JSON.stringify({ action: 'email_login' }),
  });
  return ((await response.json()) as { token: string }).token;
}
