import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as platforms from '#platforms/registry.ts';
import { readAssumptions } from './read-assumptions.ts';

const simulated = Object.keys(platforms).filter((folder) =>
  existsSync(new URL(`../../platforms/${folder}/simulator.browser.ts`, import.meta.url)),
);

it.each(simulated)('finds what is known, assumed and unknown about %s, and nothing else', (folder) => {
  const assumptions = readAssumptions(folder);
  expect(assumptions).toMatch(/assumed/i);
  expect(assumptions).toMatch(/unknown|not known/i);
  expect(assumptions).not.toMatch(/^#/m);
});

it('says whose README lacks it', () => {
  expect(() => readAssumptions('fxid')).toThrow('platforms/fxid/README.md does not say what is known');
});
