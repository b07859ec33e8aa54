// The lab's live log: keeps the newest lines in memory and streams new ones to open pages.
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#model/problem.ts';
import type { LogLine } from '#lab/model/log-line.ts';

export interface LiveLog {
  add(line: LogLine): void;
  mount(app: FastifyInstance, isLab: (hostname: string) => boolean): void;
}

const maxWatchers = 50;
const aliveMs = 20_000;

export function createLiveLog(): LiveLog {
  const watchers = new Set<ServerResponse>();
  return {
    add: (line) => {
      const event = `data: ${JSON.stringify(line)}\n\n`;
      for (const watcher of watchers) watcher.write(event);
    },
    mount: (app, isLab) => {
      app.get('/lab/log', (request, reply) => {
        // Protects against another host name that points to this machine.
        if (!isLab(request.hostname)) throw new Problem('NotFound');
        if (watchers.size >= maxWatchers)
          throw new Problem('TooManyRequests', `The log already has ${maxWatchers} viewers. Close some lab tabs.`);
        const { raw } = reply.hijack();
        raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
        raw.write('retry: 2000\n\n');
        watchers.add(raw);
        const alive = setInterval(() => raw.write(': alive\n\n'), aliveMs);
        alive.unref();
        raw.once('close', () => {
          clearInterval(alive);
          watchers.delete(raw);
        });
      });
      app.addHook('preClose', async () => {
        for (const watcher of watchers) watcher.end();
      });
    },
  };
}
