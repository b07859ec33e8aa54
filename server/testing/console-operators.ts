// Operators who sign in to the console as people do: with a link and an authenticator app.
import { Secret, TOTP } from 'otpauth';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { inviteOperator } from '#server/features/operators/manage-operators.ts';
import type { OperatorRole } from '#model/operator.ts';
import type { TestApp } from './create-test-app.ts';
import { createBrowser, type TestBrowser } from './test-browser.ts';

export interface InvitedOperator {
  readonly email: string;
  readonly name: string;
  readonly operatorId: string;
  /** Of the invitation's link. */
  readonly token: string;
}

export interface SignedInOperator extends InvitedOperator {
  readonly secret: string;
  readonly browser: TestBrowser;
}

let count = 0;

export async function inviteTestOperator(server: TestApp, role: OperatorRole = 'support'): Promise<InvitedOperator> {
  const name = `Operator ${++count}`;
  const email = `operator-${count}@staff.example`;
  const invitation = { email, name, role, studio: undefined, invitedBy: 'a test' } as const;
  const { link, operatorId } = await server.database.transaction((trx) =>
    inviteOperator(trx, { ...invitation, network: 'test', locale: 'en' }, recordCommand('operators add', 'a test'), {
      consoleUrl: new URL('http://console.localhost:8080'),
    }),
  );
  return { email, name, operatorId, token: readLinkToken(link) };
}

/** An operator with an authenticator app, and the browser in which they are signed in. */
export async function addTestOperator(server: TestApp, now: Date, role?: OperatorRole): Promise<SignedInOperator> {
  const invited = await inviteTestOperator(server, role);
  const browser = createBrowser(server.consoleApp);
  await browser.client.console.openLink({ Token: invited.token });
  const { Secret: secret } = await browser.client.console.newAuthenticatorApp({});
  await browser.client.console.addAuthenticatorApp({ Secret: secret, Code: computeTestCode(secret, now) });
  return { ...invited, secret, browser };
}

/** A browser in which the operator has used a new link, and still lacks the second factor. */
export async function openLink(server: TestApp, email: string): Promise<TestBrowser> {
  const browser = createBrowser(server.consoleApp);
  await browser.client.console.requestLink({ Email: email });
  await browser.client.console.openLink({ Token: readLinkToken(readNewestLink(server)) });
  return browser;
}

export const computeTestCode = (secret: string, at: Date): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() });

export const readLinkToken = (link: string): string => new URL(link).hash.replace('#token=', '');

export function readNewestLink({ mails }: TestApp): string {
  const newest = mails.at(-1);
  if (newest?.template !== 'operator-sign-in') throw new Error(`The newest mail is ${newest?.template}.`);
  return newest.data.link;
}
