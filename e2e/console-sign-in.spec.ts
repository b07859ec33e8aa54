// The console: the first operator from the command to the second factor, what each role sees, and tables by keyboard.
import type { Page } from '@playwright/test';
import {
  addOperator,
  addVirtualPasskeyDevice,
  consoleUrlOf,
  findMailedLink,
  readAuditLog,
  signInDemoOperator,
} from './console-people.ts';
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import { expect, inventPerson, test } from './lab-people.ts';

test('the first operator signs in with a passkey, invites a colleague, and the audit log shows it', async ({
  lab,
  page,
  anotherBrowser,
}) => {
  const refused = collectRefusals(page);
  const { email } = inventPerson();
  const link = await addOperator(lab, email, 'owner');
  await addVirtualPasskeyDevice(page);
  await page.goto(`${consoleUrlOf(lab)}/audit-log`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`If ${email} belongs to an operator`)).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Add a second factor' })).toBeVisible();
  expect(page.url()).not.toContain('token');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  // Where the operator wanted to go.
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();

  await page.getByRole('link', { name: 'Operators', exact: true }).click();
  await page.getByRole('button', { name: 'Invite' }).click();
  const colleague = inventPerson('Bo Colleague');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(colleague.email);
  await dialog.getByLabel('Name').fill(colleague.name);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('row', { name: colleague.email })).toBeVisible();

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page
    .getByRole('row', { name: /Invite an operator/ })
    .first()
    .click();
  const entry = page.getByRole('dialog');
  await expect(entry).toContainText(email.split('@')[0] ?? email);
  await expect(entry.getByRole('table')).toContainText(colleague.email);

  // Each step of the way is there: the link, the second factor (added, then proved), the invitation; then the command.
  const [name = ''] = email.split('@');
  const actions = (await readAuditLog(page, consoleUrlOf(lab), { Actor: name })).map(([, action]) => action);
  expect([...new Set(actions)]).toEqual(['Open a sign-in link', 'Add a passkey', 'Invite an operator']);
  await page.goto(`${consoleUrlOf(lab)}/audit-log?Action=operators add`);
  await page.getByRole('row', { name: 'operators add' }).first().click();
  await expect(page.getByRole('dialog').getByRole('table')).toContainText(email);
  await page.keyboard.press('Escape');

  // The link of the colleague works once, in another browser.
  const other = await anotherBrowser();
  await addVirtualPasskeyDevice(other);
  const invitation = await findMailedLink(lab, colleague.email);
  await other.goto(invitation);
  await other.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(other.getByRole('button', { name: `Account of ${colleague.name}` })).toBeVisible();
  await other.getByRole('button', { name: `Account of ${colleague.name}` }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(other.getByRole('heading', { name: 'Sign in to the console' })).toBeVisible();
  await other.goto('about:blank');
  await other.goto(invitation);
  await expect(other.getByRole('alert')).toContainText('expired or was already used');
  expect(refused).toEqual([]);
});

test('roles see only their pages', async ({ lab, page }) => {
  await signInDemoOperator(page, consoleUrlOf(lab), 'owner');
  await expect(page.getByRole('link', { name: 'Audit log' })).toBeVisible();
  await page.context().clearCookies();
  await signInDemoOperator(page, consoleUrlOf(lab), 'studio');
  await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
  await page.goto(`${consoleUrlOf(lab)}/audit-log`);
  await expect(page.getByText('There is nothing at this address')).toBeVisible();
});

test('the console is used by keyboard alone', async ({ lab, page }) => {
  await signInDemoOperator(page, consoleUrlOf(lab), 'owner');
  await page.goto(`${consoleUrlOf(lab)}/operators`);
  await expect(page.getByRole('row', { name: /@/ }).first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.getByRole('row', { name: /@/ }).first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('row', { name: /@/ }).nth(1)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Change' })).toBeVisible();
  // The menu takes the focus once it is open.
  const hasFocus = () => page.evaluate(() => document.activeElement?.closest('[role="menu"]') !== null);
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Change' })).toHaveCount(0);
});

/** What the content policy refused, and errors of scripts. */
function collectRefusals(page: Page): string[] {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|TrustedHTML|TrustedScript/.test(message.text()))
      refused.push(message.text());
  });
  page.on('pageerror', ({ message }) => refused.push(message));
  return refused;
}
