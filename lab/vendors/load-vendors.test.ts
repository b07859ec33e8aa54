import { expect, test } from 'vitest';
import { loadLabVendors } from './load-vendors.ts';

test("lists a platform's sources first, and whether it accepts new games", async () => {
  const { platforms } = await loadLabVendors('http://127.0.0.1:1', () => new Date());
  const told = (folder: string) => platforms.find((each) => each.folder === folder)?.assumptions.split('\n')[0];
  expect(told('wizq')).toBe('Assumed: no public documents were found.');
  expect(told('facebookgames')).toMatch(/^Meta has accepted no new games since 30 September 2026;/);
});
