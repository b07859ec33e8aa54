// From a player's report to the reply on their screen: the attached data, the reply by an operator key, the push
// message about it, and the player's response.
import type { Page } from '@playwright/test';
import type { ReceivedMail } from '#lab/mail/received-mail.ts';
import { createApiClient, expect, createOperatorKey, registerPlayer, inventPerson, test } from './lab-people.ts';
import {
  clickNotification,
  deliverPush,
  openPageForPush,
  readNotificationTitles,
  readPortalPushKey,
  readReceivedPushes,
  waitForServiceWorker,
} from './lab-push.ts';
import type { LabServer } from './lab-server.ts';
import { openFullChromium } from './open-full-chromium.ts';

test(
  'a report is answered, and the player reads the answer and replies',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const player = await registerPlayer(lab, inventPerson());
    const page = await anotherBrowser(player.token);
    const ticket = await report(page, lab.url, player.email);
    const desk = createApiClient(lab, await createOperatorKey(lab));
    const seen = await desk.support.deskTicket({ TicketId: ticket });
    expect(seen.Context.Browser).toBe(await page.evaluate(() => navigator.userAgent));
    await desk.support.deskAnswer({ TicketId: ticket, Message: 'Light it <b>again</b>.' });
    await expect.poll(() => mailsTo(lab, player.email)).toContainEqual(expect.stringContaining('> Light it <b>again<'));

    await page.goto(`${lab.url}/`);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Support' }).click();
    await expect(page.getByText('Answered', { exact: true })).toBeVisible();
    await expect(page.getByText('Light it <b>again</b>.')).toBeVisible();
    await page.getByLabel('Reply').fill('It went out again.');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Waiting for a reply')).toBeVisible();
    expect((await desk.support.deskTicket({ TicketId: ticket })).Replies).toHaveLength(2);
  },
);

test.describe('with a worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    'a reply shows a notification, and a click on it opens the request',
    { tag: '@drill' },
    async ({ lab, launchOptions }) => {
      const player = await registerPlayer(lab, inventPerson());
      await using browser = await openFullChromium(launchOptions);
      const { context, page } = await openPageForPush(lab, browser, player);
      await page.goto(`${lab.url}/Profile`);
      await waitForServiceWorker(page);
      await page.getByRole('switch', { name: 'Turn on in this browser' }).click();
      await expect(page.getByText('Notifications are on in this browser.')).toBeVisible();
      const ticket = await report(page, lab.url, player.email);
      const desk = createApiClient(lab, await createOperatorKey(lab));
      await desk.support.deskAnswer({ TicketId: ticket, Message: 'Here you are.' });

      const publicKey = await readPortalPushKey(page);
      const received = () => readReceivedPushes(lab, page, publicKey);
      await expect.poll(received).toHaveLength(1);
      const [message = ''] = await received();
      const scope = `${lab.url}/`;
      await deliverPush(context, page, scope, message);
      await expect.poll(() => readNotificationTitles(page, scope)).toEqual(['Support replied']);

      const [worker] = context.serviceWorkers();
      const opened = await worker?.evaluate(clickNotification);
      expect(opened).toBe(`${lab.url}/Support?ticket=${ticket}`);
      await page.goto(opened ?? '');
      await expect(page.getByText('Here you are.')).toBeVisible();
      await context.close();
    },
  );
});

async function report(page: Page, url: string, email: string): Promise<string> {
  await page.goto(`${url}/Support`);
  await page.getByRole('button', { name: 'Report an issue' }).click();
  const form = page.getByRole('dialog', { name: 'Report an issue' });
  await form.getByLabel('What happened?').fill('My lamp went out.');
  await form.getByLabel('Your email address').fill(email);
  await expect(form.getByText('Browser', { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Send' }).click();
  const said = (await form.getByText('Your request number is').textContent()) ?? '';
  await form.getByRole('button', { name: 'Close' }).last().click();
  return /[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(said)?.[0] ?? '';
}

async function mailsTo(lab: LabServer, email: string): Promise<string[]> {
  const answer = await fetch(`${lab.url}/lab/mail.json?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as ReceivedMail[]).map(({ text }) => text);
}
