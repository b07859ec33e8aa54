// The console's pages, tabs and dialogs as the demo owner sees them, in both languages and colour schemes.
import { consoleUrlOf } from '../console-people.ts';
import { expect, test } from '../lab-server.ts';
import { consoleScreens } from './list-console-screens.ts';
import { enterConsole, openConsoleScreen, openConsoleTab } from './open-console-screen.ts';

const folder = new URL('../../screens/console/', import.meta.url).pathname;

for (const language of ['en', 'ru'] as const)
  for (const width of [375, 1440])
    for (const colorScheme of ['light', 'dark'] as const)
      test(`console, ${language}, ${width} px, ${colorScheme}`, async ({ browser, lab }) => {
        const place = `${folder}${language}/${width}-${colorScheme}`;
        const page = await openConsoleTab(browser, { language, width, colorScheme });
        await page.goto(consoleUrlOf(lab));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.screenshot({ path: `${place}/sign-in.png`, fullPage: true });
        await enterConsole(page, consoleUrlOf(lab));
        for (const screen of consoleScreens) {
          await openConsoleScreen(page, consoleUrlOf(lab), screen, language);
          // A dialog covers what is visible, not the whole page.
          await page.screenshot({ path: `${place}/${screen.name}.png`, fullPage: !screen.act });
        }
        await page.context().close();
      });
