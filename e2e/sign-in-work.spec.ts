// A portal without a third party: the browser works for its mail, in the frame of the robot check.
import { accountOf, askForMail, expect, linkIn, mailTo, somebody, test } from './lab-people.ts';
import { labElsewhere } from './lab-server.ts';

test.use({ labEnv: labElsewhere });

test('signs in by mail, and loads no script of anybody else', async ({ lab, page }) => {
  const { email } = somebody();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(lab.url);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await askForMail(page, email);
  await page.goto(linkIn(await mailTo(lab, email)));
  await expect(page.getByRole('link', { name: 'My profile' })).toBeVisible();
  expect(await accountOf(lab, page)).toMatchObject({ Email: email, EmailValidated: true });
  expect(asked.filter((url) => url.startsWith('http://robot-check.'))).toHaveLength(1);
  expect(asked.filter((url) => url.includes('/lab/vendors/robotcheck'))).toEqual([]);
});
