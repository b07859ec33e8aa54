// `npm run screens -- --guides`: the pictures of the console in docs/guides/console.md.
import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import { consoleUrlOf } from '../console-people.ts';
import { expect, test } from '../lab-server.ts';
import { consoleScreens } from './list-console-screens.ts';
import { enterConsole, openConsoleScreen, openConsoleTab } from './open-console-screen.ts';

const folder = new URL('../../docs/pictures/', import.meta.url).pathname;
const pictures = {
  overview: 'console',
  order: 'console-order',
  'player-timeline': 'console-player',
  ticket: 'console-ticket',
};

test('pictures of the guides', async ({ browser, lab }) => {
  const page = await openConsoleTab(browser, { language: 'en', width: 1440, colorScheme: 'light' });
  await enterConsole(page, consoleUrlOf(lab));
  await mkdir(folder, { recursive: true });
  for (const [name, file] of Object.entries(pictures)) {
    const screen = consoleScreens.find((each) => each.name === name);
    if (!screen) throw new Error(`There is no screen ${name}.`);
    await openConsoleScreen(page, consoleUrlOf(lab), screen, 'en');
    await expect(page.locator('h1')).toBeVisible();
    const picture = sharp(await page.screenshot()).webp({ quality: 82 });
    await picture.toFile(`${folder}${file}.webp`);
  }
  await page.context().close();
});
