import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as platforms from '#platforms/registry.ts';
import { readBeliefs } from './read-beliefs.ts';

const simulated = Object.keys(platforms).filter((folder) =>
  existsSync(new URL(`../../platforms/${folder}/simulator.browser.ts`, import.meta.url)),
);

it.each(simulated)('finds what is known, assumed and unknown about %s, and nothing else', (folder) => {
  const beliefs = readBeliefs(folder);
  expect(beliefs).toMatch(/assumed/i);
  expect(beliefs).toMatch(/unknown|not known/i);
  expect(beliefs).not.toMatch(/^#/m);
});

it('says whose README lacks it', () => {
  expect(() => readBeliefs('fxid')).toThrow('platforms/fxid/README.md does not say what is known');
});
