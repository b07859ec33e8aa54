import type { Client, Connection, FieldDef, Submittable } from 'pg';

/** Returns PostgreSQL's description of a statement's rows. The statement is parsed and never run. */
export async function describeStatement(client: Client, text: string): Promise<FieldDef[]> {
  return new Promise((resolve, reject) => {
    client.query(new Description(text, resolve, reject));
  });
}

/** The driver allows custom query objects, which send their own messages and receive the replies. */
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
