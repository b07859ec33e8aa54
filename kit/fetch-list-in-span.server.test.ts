import { expect, test } from 'vitest';
import { fetchListInSpan } from './fetch-list-in-span.server.ts';

/** A vendor that lists at most three items of a span. Counts the requests. */
function listOf(times: readonly number[], maxPages = 100) {
  let asked = 0;
  const list = {
    subject: 'times of Vendor',
    pageSize: 3,
    maxPages,
    shortestMs: 1,
    readPage: async (fromMs: number, toMs: number) => {
      asked += 1;
      return times.filter((time) => time >= fromMs && time <= toMs).slice(0, 3);
    },
    nameOf: String,
  };
  const read = (from: number, to: number) => fetchListInSpan({ from: new Date(from), to: new Date(to) }, list);
  return { read, asked: () => asked };
}
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at * 10);

test.each([0, 2, 3, 4, 20])('a span with %i entries is read completely, each entry once', async (count) => {
  const { read } = listOf(upTo(count));
  expect((await read(0, 1000)).toSorted((one, other) => one - other)).toEqual(upTo(count));
});

test('entries outside the span are left out, and a page that is not full is the last', async () => {
  const { read, asked } = listOf([1, 5, 9]);
  expect(await read(5, 9)).toEqual([5, 9]);
  expect(asked()).toBe(1);
});

test('too many pages, or too many items at one time, are an error', async () => {
  await expect(listOf(upTo(50), 4).read(0, 1000)).rejects.toThrow('times of Vendor from 1970-');
  await expect(listOf([7, 7, 7]).read(0, 16)).rejects.toThrow('longer than can be read');
});
