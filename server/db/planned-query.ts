// A statement with a name is planned once by each connection. The driver asks all the same each time what its rows look like, and
// makes ready to read them anew. PostgreSQL refuses a planned statement whose rows would be others than before, so asking once is
// enough: that is one message less on either way, and a tenth of what a small statement costs here.
import { Query, type Connection, type QueryResult } from 'pg';

/** What the driver's own query has besides what its types say. */
interface DriverQuery {
  name: string;
  _result: DriverResult;
  _accumulateRows: unknown;
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
}

interface DriverResult extends QueryResult {
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** How the rows of a statement are read. */
type RowShape = Pick<DriverResult, 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>;

interface KnownStatements {
  readonly shapes: Map<string, RowShape>;
  /** The same connection, over which nothing is described and which keeps what it has to send. */
  readonly silent: Connection;
  /** What it has to send, as one: the system is called once, with one piece of memory. */
  readonly send: () => void;
}

const knownBy = new WeakMap<Connection, KnownStatements>();

const DriverQueryClass = Query as unknown as new (text: string, values: unknown[]) => DriverQuery;

/** For `client.query` and `pool.query`, which take it in the place of a text. */
export class PlannedQuery extends DriverQueryClass {
  #connection: Connection | undefined;

  constructor(name: string, text: string, values: unknown[]) {
    super(text, values);
    this.name = name;
  }

  override prepare(connection: Connection): void {
    this.#connection = connection;
    const known = knownBy.get(connection);
    const shape = known?.shapes.get(this.name);
    if (!known || !shape) return super.prepare(connection);
    this._result.fields = shape.fields;
    this._result._parsers = shape._parsers;
    this._result._prebuiltEmptyResultObject = shape._prebuiltEmptyResultObject;
    this._accumulateRows = true;
    super.prepare(known.silent);
    known.send();
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    if (!this.#connection) return;
    const known = knownBy.get(this.#connection) ?? knowStatements(this.#connection);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    known.shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

function knowStatements(connection: Connection): KnownStatements {
  let messages: Uint8Array[] = [];
  const silent = Object.create(connection, {
    describe: { value: () => undefined },
    _send: { value: (message: Uint8Array) => void messages.push(message) },
  }) as Connection;
  const send = (): void => {
    const { stream } = connection;
    if (stream.writable) stream.write(Buffer.concat(messages));
    messages = [];
  };
  const known = { shapes: new Map<string, RowShape>(), silent, send };
  knownBy.set(connection, known);
  return known;
}
