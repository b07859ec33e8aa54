import { test } from '../lab-server.ts';
import { singleGameScreens } from './list-screens.ts';
import { kinds, takeScreen } from './take-screens.ts';

test.use({ labEnv: { GAME: 'gem-miner' } });

for (const kind of kinds) {
  test(`single game, ${kind.language}, ${kind.size.width} px`, async ({ lab, browser }) => {
    for (const screen of singleGameScreens) await takeScreen(browser, lab, kind, screen);
  });
}
