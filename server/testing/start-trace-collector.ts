// A collector that receives traces as OTLP over HTTP, as JSON.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { findFreePorts } from './find-free-ports.ts';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code: number };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly resource: Readonly<Record<string, string | number | boolean>>;
}

export interface TraceCollector extends AsyncDisposable {
  readonly endpoint: string;
  readonly spans: ReceivedSpan[];
  /** The bodies as they arrived. */
  readonly bodies: string[];
  readonly requests: { readonly path: string | undefined; readonly headers: IncomingHttpHeaders }[];
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number | boolean>>;
}

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes' | 'resource'> & {
        readonly attributes: readonly KeyValue[];
      })[];
    }[];
  }[];
}

/** @param answer the status and body of each response; undefined: the collector never responds */
export async function startTraceCollector(
  answer: () => { readonly status: number; readonly body: string } | undefined = () => ({ status: 200, body: '{}' }),
): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const requests: { path: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    requests.push({ path: request.url, headers: request.headers });
    bodies.push(body);
    spans.push(...readSpans(JSON.parse(body) as OtlpBody));
    const given = answer();
    if (given) response.writeHead(given.status, { 'content-type': 'application/json' }).end(given.body);
  };
  const server = createServer((request, response) => {
    void receive(request, response);
  });
  const [port] = await findFreePorts();
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const readSpans = ({ resourceSpans }: OtlpBody): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        attributes: toRecord(span.attributes),
        resource: toRecord(resource.attributes),
      })),
    ),
  );

const toRecord = (pairs: readonly KeyValue[]): Record<string, string | number | boolean> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0] ?? '']));
