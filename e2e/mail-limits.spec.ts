// Strangers in other networks can make a player who signs in by mail solve one more captcha, and do no other harm.
import { apiBase } from '#contract/api-base.ts';
import { api, type Api } from '#contract/api.ts';
import { createClient, type ApiClient } from '#contract/client.ts';
import { buildCallTable } from '#contract/describe.ts';
import type { Page } from '@playwright/test';
import {
  fetchSignedInAccount,
  requestSignInMail,
  findSignInCode,
  expect,
  findSignInLink,
  waitForMail,
  inventPerson,
  test,
} from './lab-people.ts';
import { separateLabSettings, type LabServer } from './lab-server.ts';

test.use({ labEnv: separateLabSettings });
test.beforeEach(({ page }) =>
  page.route(`**${apiBase}/**`, (route, request) =>
    route.continue({ headers: { ...request.headers(), 'x-forwarded-for': '198.51.100.7' } }),
  ),
);

const calls = buildCallTable(api);
const digitsLabel = 'Or enter the 6-digit code from the email';

test(
  'after wrong codes entered by others, a captcha is required and the code signs in',
  { tag: '@drill' },
  async ({ lab, page }) => {
    const { email } = inventPerson();
    for (const network of [1, 2]) await guess(lab, email, network);
    await openSignIn(lab, page);
    await requestSignInMail(page, email);
    const verified = page.waitForResponse((response) => response.url().includes('/captcha/token'));
    await page.getByLabel(digitsLabel).fill(findSignInCode(await waitForMail(lab, email, 3)));
    expect((await verified).request().postData()).toContain('email_code');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await fetchSignedInAccount(lab, page)).toMatchObject({ Email: email, EmailValidated: true });
  },
);

test(
  'after five wrong codes the page points to the link in the mail, which still works',
  { tag: '@drill' },
  async ({ lab, page }) => {
    const { email } = inventPerson();
    await openSignIn(lab, page);
    await requestSignInMail(page, email);
    const mail = await waitForMail(lab, email);
    const alert = page.getByRole('dialog').getByRole('alert');
    for (let left = 4; left >= 0; left -= 1) {
      await page.getByLabel(digitsLabel).fill(wrongOf(findSignInCode(mail), left));
      await expect(alert).toContainText(left > 0 ? `Tries left: ${left}` : 'Open the link in the email instead');
    }
    await expect(page.getByLabel(digitsLabel)).toBeDisabled();
    await page.goto(findSignInLink(mail));
    expect(await fetchSignedInAccount(lab, page)).toMatchObject({ Email: email });
  },
);

test(
  'an address that received many mails needs its own captcha before the next one',
  { tag: '@drill' },
  async ({ lab, page }) => {
    const { email } = inventPerson();
    for (let network = 1; network <= 20; network += 1)
      await from(lab, network).invite.emailInvite({
        Email: email,
        CaptchaResult: await fetchCaptchaToken(lab, 'email_login'),
      });
    await openSignIn(lab, page);
    const actions: (string | null)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/captcha/token')) actions.push(request.postData());
    });
    await requestSignInMail(page, email);
    expect(actions).toHaveLength(2);
    expect(actions[0]).toContain('email_login');
    expect(actions[1]).toMatch(/mail_[\w-]{22}/);
    await page.goto(findSignInLink(await waitForMail(lab, email, 21)));
    expect(await fetchSignedInAccount(lab, page)).toMatchObject({ Email: email });
  },
);

test('a visitor passes a captcha to write to support and gets a confirmation mail', async ({ lab, page }) => {
  const { email } = inventPerson();
  await page.goto(`${lab.url}/lab/ui?lang=en&part=Dialog`);
  await page.getByRole('button', { name: 'support', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your email address').fill(email);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByRole('status')).toContainText(`We'll reply to ${email}`);
  expect((await waitForMail(lab, email)).to).toContain(email);
});

async function openSignIn(lab: LabServer, page: Page): Promise<void> {
  await page.goto(lab.url);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
}

function from(lab: LabServer, network: number): ApiClient<Api> {
  return createClient<Api>(calls, {
    base: lab.url + apiBase,
    send: (url, init) => fetch(url, { ...init, headers: { ...init.headers, 'x-forwarded-for': `203.0.${network}.1` } }),
    token: () => undefined,
  });
}

async function fetchCaptchaToken(lab: LabServer, action: string): Promise<string> {
  const answer = await fetch(`${lab.url}/lab/vendors/captcha/token`, {
    method: 'POST',
    headers: { origin: `http://captcha.localhost:${lab.gamesPort}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action }),
  });
  return ((await answer.json()) as { token: string }).token;
}

async function guess(lab: LabServer, email: string, network: number): Promise<void> {
  const stranger = from(lab, network);
  const CaptchaResult = await fetchCaptchaToken(lab, 'email_login');
  const { Token: Handle = '' } = await stranger.invite.emailInvite({ Email: email, CaptchaResult });
  const right = findSignInCode(await waitForMail(lab, email, network));
  for (let time = 0; time < 5; time += 1)
    await stranger.auth.authenticateFromEmailCode({ Handle, Code: wrongOf(right, time) });
}

const wrongOf = (right: string, time: number): string =>
  String((Number(right) + 1 + time) % 1_000_000).padStart(6, '0');
