import { expect, test } from 'vitest';
import { requireSupportedPostgresVersion } from './require-supported-postgres-version.ts';

test('accepts PostgreSQL 15 and newer', () => {
  requireSupportedPostgresVersion({ number: '150000', name: '15.0' });
  requireSupportedPostgresVersion({ number: '180004', name: '18.4' });
});

test('refuses older servers, names the version and the remedy', () => {
  expect(() => requireSupportedPostgresVersion({ number: '140020', name: '14.20 (Debian)' })).toThrow(
    /PostgreSQL 14\.20 \(Debian\), and 15 or newer is needed\. Point DATABASE_URL at a newer server/,
  );
  expect(() => requireSupportedPostgresVersion(undefined)).toThrow('unknown version');
});
