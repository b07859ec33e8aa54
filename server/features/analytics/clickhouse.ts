// Calls ClickHouse's HTTP interface.
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createOperatorPoster } from '#server/http/safe-fetch.ts';

export interface ClickHouseSettings {
  /** Such as `http://clickhouse:8123`. */
  readonly origin: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export interface ClickHouseCallOptions {
  /** The rows of an INSERT. */
  readonly rows?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ClickHouse {
  /** For messages, without the password. */
  readonly name: string;
  run(statement: string, options?: ClickHouseCallOptions): Promise<void>;
  /** The statement must end with `FORMAT JSONEachRow`. Integers are numbers, whatever their size. */
  read<Row>(statement: string, options?: ClickHouseCallOptions): AsyncGenerator<Row, void>;
}

/** ClickHouse can't be reached or rejected the statement. */
export class ClickHouseError extends Error {
  override readonly name = 'ClickHouseError';
}

const defaultTimeoutMs = 30_000;

export function createClickHouse({ origin, user, password, database }: ClickHouseSettings): ClickHouse {
  const name = `ClickHouse at ${new URL(origin).host}`;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const post = createOperatorPoster(origin);

  async function call(statement: string, { rows, timeoutMs, signal }: ClickHouseCallOptions): Promise<IncomingMessage> {
    const url = new URL(origin);
    url.searchParams.set('database', database);
    url.searchParams.set('output_format_json_quote_64bit_integers', '0');
    if (rows !== undefined) url.searchParams.set('query', statement);
    const timeout = AbortSignal.timeout(timeoutMs ?? defaultTimeoutMs);
    const response = await post(url, {
      headers: { authorization, 'content-type': 'text/plain; charset=utf-8' },
      body: rows ?? statement,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }).catch((cause: unknown) => {
      const { code, message } = cause as Error & { readonly code?: string };
      throw new ClickHouseError(`${name} can't be reached: ${timeout.aborted ? 'timed out' : (code ?? message)}`, {
        cause,
      });
    });
    if (response.statusCode === 200) return response;
    const fault = describeFault(await text(response).catch(() => ''));
    throw new ClickHouseError(`${name} answered ${response.statusCode}${fault}`);
  }

  async function* read<Row>(statement: string, options: ClickHouseCallOptions = {}): AsyncGenerator<Row, void> {
    for await (const line of readLines(name, await call(statement, options))) yield parseRow<Row>(name, line);
  }

  return {
    name,
    run: async (statement, options = {}) => {
      for await (const _ of readLines(name, await call(statement, options)));
    },
    read,
  };
}

/** An error after the first rows is part of the body. The line may contain personal data, so it isn't quoted. */
function parseRow<Row>(name: string, line: string): Row {
  try {
    return JSON.parse(line) as Row;
  } catch {
    throw new ClickHouseError(`${name} sent an incomplete result`);
  }
}

/** The message may quote rows, so only the number and the name of the error are used. */
function describeFault(message: string): string {
  const number = /^Code: (\d+)/.exec(message)?.[1];
  const title = /\(([A-Z_]{3,60})\)/.exec(message)?.[1];
  return number === undefined ? '' : `, error ${number}${title === undefined ? '' : ` ${title}`}`;
}

async function* readLines(name: string, response: IncomingMessage): AsyncGenerator<string, void> {
  let rest = '';
  const decoder = new TextDecoder();
  const chunks = (response as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const chunk = await chunks.next().catch((cause: unknown) => {
        throw new ClickHouseError(`The connection to ${name} was lost`, { cause });
      });
      if (chunk.done === true) break;
      const lines = (rest + decoder.decode(chunk.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    response.destroy();
  }
}
