import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { replaceProviderTable } from '#payments/provider-table.ts';
import * as payments from '#payments/registry.ts';
import * as platforms from '#platforms/registry.ts';
import { describeVendorStatus, evidenceLabel, newGamesLabel, type VendorStatus } from './vendor-evidence.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const adapters = Object.entries({ platforms, payments }).flatMap(([family, registry]) =>
  Object.entries<VendorStatus>(registry).map(([folder, manifest]) => ({ path: `${family}/${folder}`, manifest })),
);

describe.each(adapters)('$path', ({ path, manifest }) => {
  it('has a README whose first lines match the manifest', () => {
    const [, quoted = ''] = /^# .+\n\n((?:> .+\n)+)\n/.exec(read(`${path}/README.md`)) ?? [];
    expect(quoted.replaceAll(/^> /gm, '').trim().split('\n').join(' ')).toBe(describeVendorStatus(manifest).join(' '));
  });

  it('names existing tests for verified parts', () => {
    const { evidence } = manifest;
    const tests = 'verified' in evidence ? (evidence.verified?.tests ?? []) : [];
    expect(tests.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });
});

test('every level has its own sentence and label', () => {
  const verified = { what: 'webhooks', tests: ['a.test.ts'] } as const;
  const describeLevel = (evidence: VendorStatus['evidence']) => [
    describeVendorStatus({ evidence }).join(' '),
    evidenceLabel(evidence),
  ];
  expect(describeLevel({ level: 'verified', verified })).toEqual([
    'Verified against vendor code: webhooks. The rest is written from public documents.',
    'vendor code',
  ]);
  expect(describeLevel({ level: 'documented', verified, assumed: 'refunds' })).toEqual([
    'Written from public documents. Verified against vendor code: webhooks. Assumed: refunds.',
    'public documents, partly assumed',
  ]);
  expect(describeLevel({ level: 'assumed' })).toEqual(['Assumed: no public documents were found.', 'assumed']);
  expect(describeLevel({ level: 'own' })).toEqual(['Our own: there is no vendor to verify against.', '']);
});

test('the status of a discontinued vendor starts with the end of new games', () => {
  const status: VendorStatus = {
    evidence: { level: 'documented' },
    discontinued: { vendor: 'Example', since: '2026-09-30' },
  };
  expect(describeVendorStatus(status)).toEqual([
    'Example has accepted no new games since 30 September 2026; existing orders, refunds and history keep working.',
    'Written from public documents.',
  ]);
  expect(newGamesLabel(status)).toBe('none since 30 September 2026');
  const discontinued = adapters.filter(({ manifest }) => manifest.discontinued).map(({ path }) => path);
  expect(discontinued).toEqual(['platforms/facebookgames', 'payments/facebookpay']);
});

test('the table of providers matches the manifests', () => {
  const readme = read('payments/README.md');
  expect(replaceProviderTable(readme, payments), 'Run npm run providers.').toBe(readme);
});
