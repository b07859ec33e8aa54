import { expect, test } from 'vitest';
import { sizeToMemory } from './postmaster.ts';

const gigabyte = 1024 ** 3;

test.each([
  [0.5, { shared_buffers: '128MB', max_wal_size: '512MB' }],
  [8, { shared_buffers: '1024MB', max_wal_size: '1024MB' }],
  [256, { shared_buffers: '2048MB', max_wal_size: '2048MB' }],
])('with %d GB of memory PostgreSQL gets %j', (gigabytes, settings) => {
  expect(sizeToMemory({ memoryBytes: gigabytes * gigabyte })).toEqual(settings);
});
