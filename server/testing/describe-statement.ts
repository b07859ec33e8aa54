import type { Client, Connection, FieldDef, Submittable } from 'pg';

/** What PostgreSQL says of the rows of a statement, which is parsed and never run. */
export async function describeStatement(client: Client, text: string): Promise<FieldDef[]> {
  return new Promise((resolve, reject) => {
    client.query(new Description(text, resolve, reject));
  });
}

/** A query object of our own, as the driver allows: it sends what it wants, and is called with the answers. */
class Description implements Submittable {
  readonly text: string;
  readonly resolve: (fields: FieldDef[]) => void;
  readonly reject: (error: Error) => void;
  fields: FieldDef[] = [];

  constructor(text: string, resolve: (fields: FieldDef[]) => void, reject: (error: Error) => void) {
    this.text = text;
    this.resolve = resolve;
    this.reject = reject;
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.fields = fields;
  }

  handleReadyForQuery(): void {
    this.resolve(this.fields);
  }

  handleError(error: Error): void {
    this.reject(error);
  }
}
