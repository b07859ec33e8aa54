import { test } from '../lab-server.ts';
import { singleGameScreens } from './list-screens.ts';
import { screenshotVariants, captureScreen } from './take-screens.ts';

test.use({ labEnv: { GAME: 'gem-miner' } });

for (const kind of screenshotVariants) {
  test(`single game, ${kind.language}, ${kind.size.width} px`, async ({ lab, browser }) => {
    for (const screen of singleGameScreens) await captureScreen(browser, lab, kind, screen);
  });
}
