// Iterates over a vendor's paged list. Throws rather than end with an incomplete list.

export interface VendorPage<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

interface PagedList<T> {
  readonly subject: string;
  readonly maxPages: number;
  readonly readPage: (cursor: string | undefined) => Promise<VendorPage<T>>;
}

export async function* iteratePages<T>({ subject, maxPages, readPage }: PagedList<T>): AsyncGenerator<T, void> {
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { items, next } = await readPage(cursor);
    yield* items;
    if (next === undefined) return;
    if (next === cursor || next === '') throw new Error(`The list of ${subject} does not continue after ${cursor}.`);
    cursor = next;
  }
  throw new Error(`The list of ${subject} is longer than ${maxPages} pages, the maximum.`);
}
