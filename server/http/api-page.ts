// The API page, rendered from the contract. Plain HTML: no script, nothing loaded from elsewhere, usable with the
// keyboard.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { apiBase } from '#contract/api-base.ts';
import { api } from '#contract/api.ts';
import { buildOpenApi } from '#contract/openapi.ts';
import { formatSchema } from '#contract/format-schema.ts';
import { noncePlaceholder } from '#model/page-placeholders.ts';
import { problems } from '#model/problem.ts';
import { listRouteProblems, type RouteGroup, type Route, type RouteAccess } from '#model/route.ts';
import { escapeHtml } from './escape-html.ts';
import { apiPageStyle } from './api-page-style.ts';
import type { HeaderPolicy } from './headers.ts';

export function mountApiPage(app: FastifyInstance, policy: HeaderPolicy): void {
  const { document, page } = (printed ??= print());
  app.get('/api/openapi.json', async (_, reply) => reply.type('application/json; charset=utf-8').send(document));
  app.get('/api/docs', async (_, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply.headers(policy.page({ nonce })).type('text/html; charset=utf-8').send(page.join(nonce));
  });
}

let printed: { readonly document: string; readonly page: readonly string[] } | undefined;

const print = (): NonNullable<typeof printed> => ({
  document: JSON.stringify(buildOpenApi(api)),
  page: renderApiPage(api).split(noncePlaceholder),
});

export function renderApiPage(areas: Readonly<Record<string, RouteGroup>>): string {
  const names = Object.keys(areas).sort();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>FxId API</title>
<style nonce="${noncePlaceholder}">${apiPageStyle}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<nav aria-label="Areas"><a class="home" href="/">FxId</a><ul>${names.map((name) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul></nav>
<main id="calls">
<h1>The API</h1>
<p>All calls are under <code>${apiBase}</code> and take and give JSON unless they say otherwise. Players send their session token as
<code>Authorization: Bearer …</code>. A failed call answers with <a href="#problems">problem details</a>. The same as
<a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${names.map((name) => areaSection(name, areas[name] ?? {})).join('\n')}
${problemSection()}
</main>
</body>
</html>`;
}

const accessText: Readonly<Record<RouteAccess, string>> = {
  anyone: 'anyone',
  bound: 'sessions bound to the game',
  handed: 'sessions handed on',
  whole: 'whole sessions',
  fresh: 'whole sessions whose proof is at most ten minutes old',
  game: 'game servers',
  operator: "operators' keys, and the console",
  console: 'the console, on its host',
};

function areaSection(name: string, area: RouteGroup): string {
  const calls = Object.entries(area).map(([call, declared]) => callSection(name, call, declared));
  return `<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2>${calls.join('\n')}</section>`;
}

function callSection(area: string, call: string, declared: Route): string {
  const id = `${area}.${call}`;
  return `<details id="${id}"><summary><span class="method ${declared.method.toLowerCase()}">${declared.method}</span>
<code>${escapeHtml(declared.path)}</code><span class="summary">${escapeHtml(declared.summary)}</span></summary>
<div class="body"><p>For ${declared.access.map((each) => accessText[each]).join(', ')}.${declared.bodyType === 'form' ? ' The body is a form.' : ''}</p>
${schemaBlock('Path', declared.params)}${schemaBlock('Query', declared.query)}${schemaBlock('Body', declared.body)}
${declared.reply ? schemaBlock(declared.replyType ? 'Reply (HTML)' : 'Reply', declared.reply) : '<h3>Reply</h3><p>204, empty.</p>'}
<h3>Problems</h3><p>${listRouteProblems(declared)
    .map((code) => `<a href="#problem-${code}">${code}</a>`)
    .join(', ')}</p></div></details>`;
}

function schemaBlock(title: string, schema: Parameters<typeof formatSchema>[0] | undefined): string {
  return schema ? `<h3>${title}</h3><pre tabindex="0">${escapeHtml(formatSchema(schema))}</pre>` : '';
}

function problemSection(): string {
  const rows = Object.entries(problems).map(
    ([code, { status, detail }]) =>
      `<tr id="problem-${code}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(detail)}</td></tr>`,
  );
  return `<section aria-labelledby="problems"><h2 id="problems">Problems</h2><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
}
