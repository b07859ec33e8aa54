// Runs public API calls in-process, for server rendering. The caller is anonymous.
import { apiBase } from '#contract/api-base.ts';
import { api } from '#contract/api.ts';
import { Problem } from '#model/problem.ts';
import type { PageRenderOptions } from '#model/rendered-page.ts';
import type { Route } from '#model/route.ts';
import type { Caller } from '#server/http/caller.ts';
import type { ApiHandlers, ApiCallHandler } from '#server/http/implement-api.ts';
import { describeProblem, problemContentType } from '#server/http/problem-reply.ts';
import { createSerializer } from '#server/http/serialize.ts';
import { createValidator } from '#server/http/validate.ts';

type Send = PageRenderOptions['send'];
export type CallPublicApi = (caller: Pick<Caller, 'country' | 'locale'>) => Send;

export function createPublicApiCaller(handlers: ApiHandlers): CallPublicApi {
  const calls = listOpenCalls(handlers);
  return (caller) => async (url, init) => {
    const { pathname, searchParams } = new URL(url, 'http://portal.invalid');
    try {
      for (const call of calls) {
        const params = call.declared.method === init.method ? call.match(pathname) : undefined;
        if (!params) continue;
        const body: unknown = init.body === undefined ? undefined : JSON.parse(init.body);
        return answerWith(200, 'application/json', await call.answer({ params, query: searchParams, body }, caller));
      }
      throw new Problem('NotFound');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return answerWith(error.status, problemContentType, JSON.stringify(describeProblem(error, '', pathname)));
    }
  };
}

interface Asked {
  readonly params: object;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

interface OpenCall {
  readonly declared: Route;
  readonly match: (path: string) => Record<string, string> | undefined;
  readonly answer: (asked: Asked, caller: Pick<Caller, 'country' | 'locale'>) => Promise<string>;
}

type OpenHandler = ApiCallHandler<Route & { readonly access: readonly ['anyone'] }>;

function listOpenCalls(handlers: ApiHandlers): OpenCall[] {
  return Object.entries(api).flatMap(([area, calls]) =>
    (Object.entries(calls) as [string, Route][]).flatMap(([name, declared]) => {
      // Each handler gets the request type that its route declares.
      const own = (handlers as unknown as Record<string, Record<string, OpenHandler> | undefined>)[area]?.[name];
      const isOpen = declared.access.includes('anyone') && declared.reply !== undefined && !declared.replyType;
      return own && isOpen ? [{ declared, match: matcher(declared.path), answer: answerer(declared, own) }] : [];
    }),
  );
}

function answerer(declared: Route, handler: OpenHandler): OpenCall['answer'] {
  const check = {
    params: declared.params && createValidator(declared.params, 'params'),
    query: declared.query && createValidator(declared.query, 'querystring'),
    body: declared.body && createValidator(declared.body, 'body'),
  };
  const checked = (part: keyof typeof check, value: unknown): unknown => {
    const result = check[part]?.(value) ?? { value: {} };
    if ('error' in result) throw result.error;
    return result.value;
  };
  return async ({ params, query, body }, { country, locale }) => {
    const reply = await handler({
      params: checked('params', params),
      query: checked('query', Object.fromEntries(query)),
      body: checked('body', body),
      session: async () => undefined,
      gameKey: undefined,
      operator: undefined,
      audit: undefined,
      approval: undefined,
      console: undefined,
      caller: () => ({ ...nobody, country, locale }),
    });
    return createSerializer(declared.reply ?? {})(reply);
  };
}

const nobody: Caller = {
  authorization: undefined,
  ip: '127.0.0.1',
  userAgent: '',
  network: '127.0.0.0/24',
  country: undefined,
  locale: 'en',
  origin: undefined,
  destination: undefined,
};

function matcher(declared: string): OpenCall['match'] {
  const wanted = (apiBase + declared).split('/');
  return (path) => {
    const parts = path.split('/');
    if (parts.length !== wanted.length) return undefined;
    const params: Record<string, string> = {};
    for (const [at, want] of wanted.entries()) {
      const part = parts[at] ?? '';
      if (want.startsWith('{')) params[want.slice(1, -1)] = decodeURIComponent(part);
      else if (want !== part) return undefined;
    }
    return params;
  };
}

const answerWith = (status: number, type: string, text: string) => ({
  status,
  headers: { get: (name: string) => (name === 'content-type' ? type : null) },
  text: async () => text,
});
