// A portal and its games' server in memory, with their own database and data folder, and the command that adds games.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readConfig, type Config } from '#server/config.ts';
import { openBuildStore } from '#server/build-store/open-build-store.ts';
import { createBuildHashes } from '#server/features/games/read-build-hash.ts';
import { createCurrentBuildReader } from '#server/features/games/read-current-build.ts';
import { createPreviewReader } from '#server/features/games/read-preview.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import { readGamesArguments } from '#server/features/publishing/read-games-arguments.ts';
import { runGamesCommand } from '#server/features/publishing/run-games-command.ts';
import { buildGamesApp } from '#server/games-app.ts';
import { createGameFileFinder } from '#server/games/game-file-finder.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';

export interface PublishingTest extends AsyncDisposable {
  readonly server: TestApp;
  readonly config: Config;
  readonly from: string;
  run(words: readonly string[], json?: unknown): Promise<string>;
  /** @param node absent: the node with the data folder of the command */
  get(game: string, path: string, headers?: Record<string, string>, node?: Config): Promise<GameHostReply>;
  folder(files: Readonly<Record<string, string | Buffer>>): string;
}

export interface GameHostReply {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

const answerAsPage: SafeFetch = async () => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<canvas></canvas>'),
});

export async function createPublishingTest(
  fetch: SafeFetch = answerAsPage,
  moreEnv: Readonly<Record<string, string>> = {},
): Promise<PublishingTest> {
  const root = mkdtempSync(join(tmpdir(), 'fxid-games-'));
  const env = { NODE_ENV: 'test', DATA_DIR: join(root, 'data'), ...moreEnv };
  const server = await createTestApp({ env });
  const config = readConfig(env);
  const log = createLog({ level: 'silent' });
  let folders = 0;
  return {
    server,
    config,
    from: root,
    run: async (words, json = '') => {
      const said: string[] = [];
      await runGamesCommand(readGamesArguments(words), {
        config,
        database: server.database,
        sealer: createSealer(config.secrets),
        log,
        now: () => new Date(),
        report: (text) => void said.push(text),
        json: typeof json === 'string' ? json : JSON.stringify(json),
        from: root,
        fetch,
        operator: 'ann on laptop',
      });
      return said.join('\n');
    },
    get: async (game, path, headers = {}, node = config) => {
      const folders = [join(node.dataDir, 'games')];
      const store = openBuildStore(node, { now: () => new Date(), log });
      const hashes = createBuildHashes(server.database, () => performance.now());
      const app = await buildGamesApp({
        config,
        log,
        metrics: createMetrics(),
        policy: createHeaderPolicy(config),
        folders,
        finder: createGameFileFinder({ folders, cache: store?.cache, hashes, log }),
        readGame: createGamesReader(server.database).readGame,
        readBuild: createCurrentBuildReader(server.database),
        previews: {
          read: createPreviewReader(server.database),
          readGame: createGamesReader(server.database).readGameOrHidden,
        },
      });
      const host = new URL(config.gamesUrl.replace('{game}', game)).host;
      const { statusCode, body, headers: answered } = await app.inject({ url: path, headers: { host, ...headers } });
      await app.close();
      return { status: statusCode, body, headers: answered };
    },
    folder: (files) => {
      folders += 1;
      const folder = join(root, `source-${folders}`);
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content);
      }
      return folder;
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
