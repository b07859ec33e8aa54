import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assumptions, planCapacity, printCapacity, readProfile, type Profile } from './capacity.ts';

const profile: Profile = {
  calls: [
    { call: 'profile', perVisit: 2, nodeMs: 0.5, databaseMs: 0 },
    { call: 'save', perVisit: 1, nodeMs: 1, databaseMs: 2 },
  ],
  bytes: { account: 2000, order: 3000, event: 200 },
  kilobytesPerConnection: 10,
};

test('a plan follows from the visits of the peak hour', () => {
  // 36 million players with 8 visits a month: 266.7 visits a second in the peak hour, when cores are half busy.
  const plan = planCapacity(36_000_000, profile);
  expect(plan).toMatchObject({ callsPerSecond: 800, nodeCores: 2, databaseCores: 2, openConnections: 240_000 });
  expect(plan.databaseConnections).toBe(2 * assumptions.connectionsPerWorker);
  expect(plan.openConnectionGigabytes).toBeCloseTo(2.4);
  expect(plan.megabitsPerSecond).toBeCloseTo(12_800);
});

test('the guide has the table of the measured figures (npm run bench -- capacity)', () => {
  const guide = readFileSync(new URL('../docs/guides/scaling.md', import.meta.url), 'utf8');
  expect(guide).toContain(printCapacity(readProfile()));
});
