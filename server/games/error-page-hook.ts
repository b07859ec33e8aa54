// The error page for a person who opens a game's address, instead of the JSON that programs get.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#server/http/escape-html.ts';
import { stripQuery } from '#server/http/create-http-app.ts';
import { renderOutagePage } from '#server/http/outage-page.ts';
import { findRequestLocale } from '#server/http/request-locale.ts';
import { isOutage } from '#server/http/send-outage-page.ts';
import { buildMonitorTag, type MonitorOptions } from './monitored-page.ts';

type Done = (error: Error | null, payload?: unknown) => void;

export function createErrorPageHook(options: MonitorOptions) {
  return (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void => {
    if (request.problem !== undefined && isOutage({ code: request.problem }) && isFramed(request)) {
      // The portal's page around the frame is notified too; the error page retries by itself.
      const scriptTag = buildMonitorTag(options, stripQuery(request.url));
      const { html, policy } = renderOutagePage({ locale: findRequestLocale(request), scriptTag });
      void reply.header('content-security-policy', policy).removeHeader('content-length');
      done(null, html);
      return;
    }
    const isProblem = String(reply.getHeader('content-type') ?? '').startsWith('application/problem+json');
    if (!isProblem || request.headers['sec-fetch-mode'] !== 'navigate') {
      done(null, payload);
      return;
    }
    void reply.type('text/html; charset=utf-8').removeHeader('content-length');
    done(null, faultPage(reply.statusCode, stripQuery(request.url), options));
  };
}

const isFramed = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'iframe';

const faultPage = (status: number, path: string, options: MonitorOptions): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${buildMonitorTag(options, path)}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${status}</title>
<link rel="icon" href="data:,">
</head>
<body>
<p>${status === 404 ? 'There is no such page in this game' : 'This page of the game cannot be shown'}: <code>${escapeHtml(path)}</code></p>
</body>
</html>
`;
