// Operators of a lab's console: their links, and a passkey that the browser simulates.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { OperatorRole } from '#model/operator.ts';
import { computeTestCode } from '#server/testing/console-operators.ts';
import { demoAuthenticatorSecret } from '#lab/console/demo-operators.ts';
import { queryLabDatabase, waitForMail } from './lab-people.ts';
import { expect, type LabServer } from './lab-server.ts';

export const consoleUrlOf = (lab: LabServer): string => `http://console.localhost:${new URL(lab.url).port}`;

/** `npm run operators`. Returns the link that it prints, or that it mails. */
export async function addOperator(lab: LabServer, email: string, role: OperatorRole): Promise<string> {
  const program = join(import.meta.dirname, '../server/features/operators/operators-command.ts');
  const env = { ...process.env, DATA_DIR: lab.dataDir, PORT: new URL(lab.url).port, GAMES_PORT: String(lab.gamesPort) };
  const given = [program, 'add', email, '--role', role];
  const { stdout } = await promisify(execFile)(process.execPath, given, { env, timeout: 120_000 });
  return findConsoleLink(stdout) ?? findMailedLink(lab, email);
}

/** The link of the newest of `count` mails. */
export async function findMailedLink(lab: LabServer, email: string, count = 1): Promise<string> {
  const { text } = await waitForMail(lab, email, count);
  const link = findConsoleLink(text);
  if (link === undefined) throw new Error(`The mail has no link to the console:\n${text}`);
  return link;
}

const findConsoleLink = (text: string): string | undefined => /http:\/\/\S+\/sign-in#token=\S+/.exec(text)?.[0];

/** From now on the browser has a passkey device, whose user agrees to everything. */
export async function addVirtualPasskeyDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Signs a demo operator of the lab in, in any language. */
export async function signInDemoOperator(page: Page, consoleUrl: string, role: OperatorRole): Promise<void> {
  await page.goto(consoleUrl);
  await page.locator(`[data-role="${role}"]`).click();
  await expect(page.locator('.main-menu')).toBeAttached();
}

/** From now on, changes that need a fresh second factor ask for it. */
export async function expireSecondFactor(lab: LabServer, operatorId: string): Promise<void> {
  await queryLabDatabase(
    lab,
    `update operator_sessions set proved_at = now() - interval '11 minutes' where operator_id = $1`,
    [operatorId],
  );
}

/** Enters the code of the authenticator app that demo operators share. */
export async function enterDemoCode(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: "Confirm that it's you" });
  await dialog.getByRole('textbox').first().focus();
  await page.keyboard.type(computeTestCode(demoAuthenticatorSecret, new Date()));
}

/** Who did what, the earliest first, as the audit log shows it with these filters. The page's operator may read it. */
export async function readAuditLog(
  page: Page,
  consoleUrl: string,
  filter: Readonly<Record<string, string>>,
): Promise<(readonly [actor: string, action: string])[]> {
  await page.goto(`${consoleUrl}/audit-log?${new URLSearchParams(filter).toString()}`);
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const [, ...entries] = await rows.all();
  const read = async (row: (typeof entries)[number]) => {
    const [, actor = '', action = ''] = await row.getByRole('cell').allTextContents();
    return [actor, action] as const;
  };
  return (await Promise.all(entries.map(read))).toReversed();
}
