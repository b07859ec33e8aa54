import { expect, test } from 'vitest';
import { withSingleConnection } from './with-single-connection.ts';
import { explainUnreachable } from './explain-unreachable.ts';

test.each([
  ['no server listens', 'postgres://fxid:secret@127.0.0.1:1/fxid'],
  ['no server listens on either address of a name', 'postgres://fxid:secret@localhost:1/fxid'],
  ['there is no such host', 'postgres://fxid:secret@nowhere.invalid/fxid'],
])('names DATABASE_URL and the remedy when %s', async (_, connectionString) => {
  const fault = await withSingleConnection({ connectionString }, async () => undefined).catch(
    (error: unknown) => error,
  );
  const { message } = explainUnreachable(fault) as Error;
  expect(message).toMatch(/^The database at DATABASE_URL cannot be reached \([^()]+\)\./);
  expect(message).toContain('Start PostgreSQL there, correct DATABASE_URL, or leave it out');
  expect(message).not.toContain('secret');
});

test('names DATABASE_URL if the database rejects the account', () => {
  const { message } = explainUnreachable(Object.assign(new Error('no such role'), { code: '28000' })) as Error;
  expect(message).toContain('The database at DATABASE_URL cannot be used (no such role).');
});

test('leaves unrelated errors unchanged', () => {
  const fault = new Error('a syntax error');
  expect(explainUnreachable(fault)).toBe(fault);
});
