import { expect, test } from 'vitest';
import { adaptCommandNames } from './adapt-command-names.ts';

test.each([
  ['Seal the rest anew with: npm run reseal', 'Seal the rest anew with: fxid reseal'],
  ['Usage: npm run game-key -- …', 'Usage: fxid game-key …'],
  ['`npm run orders -- show 1`, then `npm run check`.', '`fxid orders show 1`, then `fxid check`.'],
  ['npm run -s games -- show chess > game.json', 'fxid games show chess > game.json'],
  ['by npm run content or npm run settings', 'by fxid content or fxid settings'],
  ['Build it with npm run build.', 'Build it with npm run build.'],
])('%s', (text, inRelease) => {
  expect(adaptCommandNames(text, true)).toBe(inRelease);
  expect(adaptCommandNames(text, false)).toBe(text);
  expect(adaptCommandNames(text)).toBe(text);
});
