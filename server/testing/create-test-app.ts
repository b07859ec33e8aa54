// The server as a slice test uses it: the real application on a real database, reached in memory.
import type { FastifyInstance } from 'fastify';
import { api, type Api } from '#contract/api.ts';
import { createClient, type Client } from '#contract/client.ts';
import { describeApi } from '#contract/describe.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { listenForNotices, type Notices } from '#server/db/notices.ts';
import { createSessions, type Sessions } from '#server/features/sessions/sessions.ts';
import { headerPolicy } from '#server/http/headers.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { createTestDatabase, type TestDatabase } from './create-test-database.ts';

export interface TestApp extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly database: TestDatabase['database'];
  readonly sessions: Sessions;
  readonly notices: Notices;
  /** What was logged, a line each. */
  readonly logged: string[];
  /** The typed client; with a token it calls as that player. */
  client(token?: string): Client<Api>;
}

export interface TestAppOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => Date;
  readonly portalFolder?: string;
}

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { database, connection, drop } = await createTestDatabase();
  const config = readConfig({ NODE_ENV: 'test', ...options.env });
  const logged: string[] = [];
  const log = createLog({ level: 'info', write: (line) => logged.push(line) });
  const notices = await listenForNotices(connection, log);
  const sessions = createSessions(database, notices);
  const app = await buildApp({
    config,
    log,
    metrics: createMetrics(),
    database,
    sessions,
    redis: undefined,
    policy: headerPolicy(config),
    readiness: { checks: { database: () => database.ready() }, stopping: () => false },
    now: options.now ?? (() => new Date()),
    portalFolder: options.portalFolder,
  });
  await app.ready();
  return {
    app,
    database,
    sessions,
    notices,
    logged,
    client: (token) =>
      createClient<Api>(describeApi(api), { base: '/api/v1', send: inMemory(app), token: () => token }),
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await notices.close();
      await drop();
    },
  };
}

function inMemory(app: FastifyInstance) {
  return async (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => {
    const response = await app.inject({
      method: init.method,
      url,
      headers: init.headers,
      ...(init.body !== undefined && { payload: init.body }),
    });
    return {
      status: response.statusCode,
      headers: { get: (name: string) => (response.headers[name] as string | undefined) ?? null },
      text: async () => response.body,
    };
  };
}
