// Fetches a vendor's complete list for a time span. A full page may be incomplete, so its span is halved until no page
// is full. Throws rather than return an incomplete list.

interface TimeSpanList<T> {
  readonly subject: string;
  readonly pageSize: number;
  readonly maxPages: number;
  readonly shortestMs: number;
  readonly readPage: (fromMs: number, toMs: number) => Promise<readonly T[]>;
  /** A unique key per item: items on the border of two spans appear in both. */
  readonly nameOf: (item: T) => string;
}

export async function fetchListInSpan<T>(
  { from, to }: { readonly from: Date; readonly to: Date },
  { subject, pageSize, maxPages, shortestMs, readPage, nameOf }: TimeSpanList<T>,
): Promise<readonly T[]> {
  const found = new Map<string, T>();
  const spans = [[from.getTime(), to.getTime()] as const];
  for (let pages = 1; spans.length > 0; pages += 1) {
    const [fromMs, toMs] = spans.pop() ?? [0, 0];
    const page = await readPage(fromMs, toMs);
    for (const item of page) found.set(nameOf(item), item);
    if (page.length < pageSize) continue;
    if (pages >= maxPages || toMs - fromMs <= shortestMs)
      throw new Error(`The list of ${subject} from ${new Date(fromMs).toISOString()} is longer than can be read.`);
    const middle = Math.floor((fromMs + toMs) / 2);
    spans.push([fromMs, middle], [middle, toMs]);
  }
  return [...found.values()];
}
