import { expect, test } from 'vitest';
import { fetchListSince } from './fetch-list-since.server.ts';

/** A vendor with items at these times. Counts the requests. */
function listOf(times: readonly number[]) {
  const asked: [offset: number, limit: number][] = [];
  const readPage = async (offset: number, limit: number) => {
    asked.push([offset, limit]);
    return times.slice(offset, offset + limit);
  };
  const list = {
    subject: 'times of Vendor',
    pageSize: 100,
    maxPages: 40,
    readPage,
    secondsOf: (time: number) => time,
  };
  return { asked, read: (sinceS: number) => fetchListSince(sinceS, list) };
}
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

test.each([0, 1, 99, 100, 101, 12_345, 100_000])(
  'entries since a time are found after %i older ones',
  async (count) => {
    const { read, asked } = listOf(upTo(count + 3));
    expect(await read(count)).toEqual([count, count + 1, count + 2]);
    expect(asked.length).toBeLessThan(32);
  },
);

test('an empty list, or one without newer entries, returns nothing', async () => {
  expect(await listOf(upTo(250)).read(250)).toEqual([]);
  expect(await listOf([]).read(0)).toEqual([]);
});

test('entries of the same second are all found, over several pages', async () => {
  const times = [...upTo(150), ...Array.from({ length: 350 }, () => 150)];
  expect(await listOf(times).read(150)).toHaveLength(350);
});

test('a wrong sort order and too many pages are errors', async () => {
  await expect(listOf([5, 4]).read(0)).rejects.toThrow('times of Vendor is not sorted');
  await expect(listOf(Array.from({ length: 5000 }, () => 7)).read(7)).rejects.toThrow('more than 4000');
});
