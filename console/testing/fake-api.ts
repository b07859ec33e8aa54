// Answers the console's calls in component tests. A call without an answer fails the test.
import { vi } from 'vitest';

export interface FakeCall {
  readonly name: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

type Answer = (call: FakeCall) => unknown;

/** Thrown by an answer: a problem of the server. */
export class FakeProblem extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** @param answers by method and path, such as `GET /console/session`; a part in braces is any value. Returns the calls so far. */
export function fakeApi(answers: Readonly<Record<string, Answer>>): FakeCall[] {
  const calls: FakeCall[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://console.localhost');
    const name = `${init.method} ${url.pathname.replace('/api/v1', '')}`;
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as FakeCall['body']) : {};
    const call = { name, query: url.searchParams, body };
    calls.push(call);
    const answer = answers[name] ?? findByPattern(answers, name);
    if (!answer) return problem(new FakeProblem(404, 'NotFound'));
    try {
      return reply(200, answer(call));
    } catch (error) {
      if (error instanceof FakeProblem) return problem(error);
      throw error;
    }
  });
  return calls;
}

function findByPattern(answers: Readonly<Record<string, Answer>>, name: string): Answer | undefined {
  const parts = name.split('/');
  const found = Object.keys(answers).find((pattern) => {
    const declared = pattern.split('/');
    return declared.length === parts.length && declared.every((part, at) => part.startsWith('{') || part === parts[at]);
  });
  return found === undefined ? undefined : answers[found];
}

const problem = ({ status, code }: FakeProblem): Response =>
  reply(status, { Code: code, title: code, status, detail: `Detail of ${code}` });

const reply = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
