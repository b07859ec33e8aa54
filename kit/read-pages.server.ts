// A list that a vendor gives page by page: read to its end, or it is a fault. Adapter of the truth is none.

export interface VendorPage<T> {
  readonly items: readonly T[];
  /** Where the next page begins; undefined: this is the last. */
  readonly next: string | undefined;
}

export interface PagesToRead<T> {
  /** Such as "refunds of p1 at Vendor", for messages. */
  readonly subject: string;
  readonly maxPages: number;
  readonly readPage: (cursor: string | undefined) => Promise<VendorPage<T>>;
}

export async function* readPages<T>({ subject, maxPages, readPage }: PagesToRead<T>): AsyncGenerator<T, void> {
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { items, next } = await readPage(cursor);
    yield* items;
    if (next === undefined) return;
    if (next === cursor || next === '') throw new Error(`The list of ${subject} does not go on after ${cursor}.`);
    cursor = next;
  }
  throw new Error(`The list of ${subject} is longer than ${maxPages} pages: too much to be read at once.`);
}
