// For tests of commands that read files: an app with games, an empty folder per test, and the command run with a typed
// line.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { buildGames } from './build-accounts.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { createTemporaryFolder } from './create-temporary-folder.ts';

export interface CommandTest {
  readonly server: () => TestApp;
  readonly from: () => string;
  readonly write: (name: string, content: unknown) => void;
  readonly run: (line: string) => Promise<string>;
}

export interface TestedCommand {
  readonly games: readonly string[];
  readonly tables: readonly (keyof Tables)[];
  readonly work: (
    words: string[],
    parts: { database: Database; report: (text: string) => void; from: string },
  ) => Promise<void>;
}

export function createCommandTest({ games, tables, work }: TestedCommand): CommandTest {
  let server: TestApp;
  let from: string;
  beforeAll(async () => {
    server = await createTestApp();
    await buildGames(server.database, games);
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    for (const table of tables) await server.database.kysely.deleteFrom(table).execute();
    from = createTemporaryFolder();
  });
  return {
    server: () => server,
    from: () => from,
    write: (name, content) => {
      const isPlain = typeof content === 'string' || Buffer.isBuffer(content);
      mkdirSync(dirname(join(from, name)), { recursive: true });
      writeFileSync(join(from, name), isPlain ? content : JSON.stringify(content));
    },
    run: async (line) => {
      const said: string[] = [];
      await work(line.split(' '), { database: server.database, report: (text) => void said.push(text), from });
      return said.join('\n');
    },
  };
}
