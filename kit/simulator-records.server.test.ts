import { expect, test } from 'vitest';
import { createSimulatorRecords, memoizeBySimulatorUrl } from './simulator-records.server.ts';

test('records return the newest entries and drop the oldest', () => {
  const records = createSimulatorRecords<{ id: string; attempt: string }>(2);
  for (const id of ['1', '2', '3']) records.add(id, { id, attempt: 'a' });
  expect(records.all().map(({ id }) => id)).toEqual(['2', '3']);
  expect(records.latest().map(({ id }) => id)).toEqual(['3', '2']);
  expect(records.get('1')).toBeUndefined();
  expect(records.find(({ attempt }) => attempt === 'a')).toBe(records.get('3'));
});

test('each simulator URL has its own records', () => {
  const recordsAt = memoizeBySimulatorUrl(() => createSimulatorRecords());
  expect(recordsAt({ at: 'http://a' })).toBe(recordsAt({ at: 'http://a' }));
  expect(recordsAt({ at: 'http://a' })).not.toBe(recordsAt({ at: 'http://b' }));
});
