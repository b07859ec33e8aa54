// A list that a vendor gives for a span of time, in pages of which it does not say whether they are all. One that is full may have left
// something out: its span is halved until none is. It is read to its end, or it is a fault: half of the truth is none.

export interface ListBySpan<T> {
  /** Such as "transactions of Vendor", for messages. */
  readonly subject: string;
  readonly pageSize: number;
  readonly maxPages: number;
  /** What cannot be halved any more. */
  readonly shortestMs: number;
  readonly readPage: (fromMs: number, toMs: number) => Promise<readonly T[]>;
  /** Each counts once: the ends of a half are also those of the other. */
  readonly nameOf: (item: T) => string;
}

export async function readSpan<T>(
  { from, to }: { readonly from: Date; readonly to: Date },
  { subject, pageSize, maxPages, shortestMs, readPage, nameOf }: ListBySpan<T>,
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
