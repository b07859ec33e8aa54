import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as platforms from '#platforms/registry.ts';
import { readAssumptions } from './read-assumptions.ts';

const simulated = Object.keys(platforms).filter((folder) =>
  existsSync(new URL(`../../platforms/${folder}/simulator.browser.ts`, import.meta.url)),
);

it.each(simulated)('finds the section about %s in its README', (folder) => {
  const assumptions = readAssumptions(folder);
  expect(assumptions).toMatch(/assumed/i);
  expect(assumptions).toMatch(/unknown|not known/i);
  expect(assumptions).not.toMatch(/^#/m);
});

it('names the README that lacks the section', () => {
  expect(() => readAssumptions('fxid')).toThrow('platforms/fxid/README.md does not say what is known');
});
