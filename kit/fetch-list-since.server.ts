// Fetches a vendor's list from a given time on if the vendor pages it only by offset, oldest first. A binary search
// finds the first entry. Throws rather than return an incomplete list.

interface OffsetList<T> {
  readonly subject: string;
  readonly pageSize: number;
  readonly maxPages: number;
  readonly readPage: (offset: number, limit: number) => Promise<readonly T[]>;
  /** In seconds since 1970. */
  readonly secondsOf: (item: T) => number;
}

export async function fetchListSince<T>(sinceS: number, list: OffsetList<T>): Promise<readonly T[]> {
  const { subject, pageSize, maxPages, secondsOf } = list;
  const found: T[] = [];
  let offset = await findOffset(sinceS, list);
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await readPage(offset, pageSize, list);
    found.push(...page.filter((item) => secondsOf(item) >= sinceS));
    if (page.length < pageSize) return found;
    offset += page.length;
  }
  const since = new Date(sinceS * 1000).toISOString();
  throw new Error(`The list of ${subject} has more than ${maxPages * pageSize} entries since ${since}.`);
}

/** An offset at the first entry of that time, or at most one page before it. */
async function findOffset<T>(sinceS: number, list: OffsetList<T>): Promise<number> {
  const isBefore = async (offset: number): Promise<boolean> => {
    const [first] = await readPage(offset, 1, list);
    return first !== undefined && list.secondsOf(first) < sinceS;
  };
  let [before, after] = [0, list.pageSize];
  while (await isBefore(after)) [before, after] = [after, after * 2];
  while (after - before > list.pageSize) {
    const middle = Math.floor((before + after) / 2);
    if (await isBefore(middle)) before = middle;
    else after = middle;
  }
  return before;
}

async function readPage<T>(offset: number, limit: number, list: OffsetList<T>): Promise<readonly T[]> {
  const page = await list.readPage(offset, limit);
  const times = page.map(list.secondsOf);
  if (times.some((time, at) => time < (times[at - 1] ?? 0)))
    throw new Error(`The list of ${list.subject} is not sorted oldest first. See the README.`);
  return page;
}
