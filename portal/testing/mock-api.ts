// A fake server for component tests: replies to calls by their names in the contract, and records requests. A call
// without a reply fails the test.
import { callTable } from 'virtual:call-table';
import { lazyCallTable } from 'virtual:lazy-call-table';
import { signInErrorTextKeys, type ProblemCode } from '#model/problem.ts';
import { onTestFinished, vi } from 'vitest';

export interface RecordedCall {
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly token: string | undefined;
}

type Reply = object | ((call: RecordedCall) => object | Promise<object>);

export function mockApi(replies: Readonly<Record<string, Reply>>): readonly RecordedCall[] {
  const sent: RecordedCall[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(address);
    const name = findCallName(pathname);
    // Events tracked in any test may be sent during another.
    if (name === 'analytics.track' && !(name in replies)) return Response.json({});
    const headers = new Headers(init.headers);
    const call: RecordedCall = {
      name,
      body: {
        ...Object.fromEntries(searchParams),
        ...(typeof init.body === 'string' && (JSON.parse(init.body) as object)),
      },
      token: headers.get('authorization')?.replace('Bearer ', ''),
    };
    sent.push(call);
    const reply = replies[name];
    if (!reply) throw new Error(`The test has no reply for ${name}.`);
    const body = typeof reply === 'function' ? await reply(call) : reply;
    return body instanceof Response ? body : Response.json(body);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return sent;
}

export const problemResponse = (status: number, code: string, detail = '', more: object = {}): Response =>
  Response.json(
    {
      type: 'about:blank',
      title: code,
      status,
      detail,
      instance: '',
      Code: code,
      RequestId: 'r-1',
      ...signInText(code),
      ...more,
    },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );

const signInText = (code: string): object => {
  const key = signInErrorTextKeys[code as ProblemCode];
  return key === undefined ? {} : { ErrorCode: code, L10NKey: key };
};

export function findCallName(path: string): string {
  for (const [area, calls] of Object.entries({ ...callTable, ...lazyCallTable }))
    for (const [call, { path: declared }] of Object.entries(calls)) if (isAt(path, declared)) return `${area}.${call}`;
  return path;
}

/** A path segment in braces matches any value. */
function isAt(path: string, declared: string): boolean {
  const parts = declared.split('/').slice(1);
  const last = path.split('/').slice(-parts.length);
  return last.length === parts.length && parts.every((part, at) => part.startsWith('{') || part === last[at]);
}
