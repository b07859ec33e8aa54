import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildAccountOverview } from '#portal/testing/build-account-overview.ts';
import { mockApi, problemResponse, type RecordedCall } from '#portal/testing/mock-api.ts';
import { flushEffects, renderInPortal } from '#portal/testing/render.tsx';
import { ProfileAccountContext } from './account-context.ts';
import { downloadJson } from './download-json.ts';
import { Saves } from './Saves.tsx';

vi.mock('./download-json.ts', () => ({ downloadJson: vi.fn<typeof downloadJson>() }));
beforeEach(() => vi.mocked(downloadJson).mockReset());

const newer = {
  Revision: 7,
  UpdatedAt: '2026-01-02T00:00:00.000Z',
  Device: 'Chrome, Linux',
  Summary: 'Level 12',
  Bytes: 2500,
  Origin: 'Device',
};
const older = { Revision: 4, UpdatedAt: '2026-01-01T00:00:00.000Z', Summary: 'Level 9', Bytes: 12, Origin: 'Server' };
const replies = {
  'discovery.named': { Games: [] },
  'saves.list': { Saves: [{ Game: 'miner', ...newer }] },
  'saves.revisions': { Revisions: [newer, older] },
  'saves.revision': { Keys: { level: '9' } },
  'saves.restore': { Revision: 9, UpdatedAt: newer.UpdatedAt },
  'saves.remove': { Revision: 9, UpdatedAt: newer.UpdatedAt },
};

async function open(over: Parameters<typeof mockApi>[0] = {}) {
  const calls = mockApi({ ...replies, ...over });
  const view = await renderInPortal(
    <ProfileAccountContext value={{ overview: buildAccountOverview({}, []), isHanded: false, announce: () => {} }}>
      <Saves />
    </ProfileAccountContext>,
  );
  const settle = async (): Promise<void> => {
    await waitFor(() => expect(view.queries.isFetching() + view.queries.isMutating()).toBe(0));
    await flushEffects();
  };
  await settle();
  const press = async (name: string | RegExp): Promise<void> => {
    await view.press(name);
    await settle();
  };
  return { ...view, press, calls };
}

const restored = (calls: readonly RecordedCall[]) =>
  calls.flatMap(({ name, body }) => (name === 'saves.restore' ? [[body['Revision'], body['BaseRevision']]] : []));

test('says that nothing is saved yet', async () => {
  const { text } = await open({ 'saves.list': { Saves: [] } });
  expect(text()).toContain('No game has saved anything yet.');
});

test('says that the saves could not be loaded, and loads them again', async () => {
  let isDown = true;
  const { text, press } = await open({
    'saves.list': () => (isDown ? problemResponse(503, 'Unavailable') : replies['saves.list']),
  });
  expect(text()).toContain("Couldn't load your saves.");
  isDown = false;
  await press('Try again');
  expect(text()).toContain('Level 12');
});

test('lists the versions of a save, shows one and downloads it', async () => {
  const { text, press } = await open();
  expect(text()).toContain('2.5 kB');
  await press('Show versions: miner');
  expect(text()).toContain('Saved by the game');
  await press(/^View: miner, Jan 1/);
  expect(text()).toContain('level9');
  await press(/^Download: miner, Jan 1/);
  expect(downloadJson).toHaveBeenCalledExactlyOnceWith(
    { Game: 'miner', Revision: 4, UpdatedAt: older.UpdatedAt, Summary: 'Level 9', Keys: { level: '9' } },
    'miner-save-4.json',
  );
});

test('restores a version, and undoes it', async () => {
  const all = [newer, older];
  const { text, press, calls } = await open({
    'saves.revisions': () => ({ Revisions: all }),
    'saves.restore': ({ body }) => {
      all.unshift({ ...newer, Revision: 10 + all.length, Origin: 'Restore', Summary: String(body['Revision']) });
      return replies['saves.restore'];
    },
  });
  await press('Show versions: miner');
  await press(/^Restore: miner, Jan 1/);
  expect(text()).toContain('Version restored.');
  await press('Undo');
  expect(text()).toContain('Undone.');
  expect(restored(calls)).toEqual([
    [4, 7],
    [7, 12],
  ]);
});

test('says that the save was changed by another device', async () => {
  const { text, press } = await open({ 'saves.restore': () => problemResponse(409, 'SaveConflict') });
  await press('Show versions: miner');
  await press(/^Restore: miner, Jan 1/);
  expect(text()).toContain('The save has changed since.');
});

test('deletes a save after asking, and offers to undo it', async () => {
  const { text, press, button, calls } = await open();
  await press('Show versions: miner');
  await press('Delete: miner');
  await waitFor(() => button('Delete'));
  await press('Delete');
  await waitFor(() => expect(calls.map(({ name }) => name)).toContain('saves.remove'));
  await waitFor(() => expect(text()).toContain('Save deleted.'));
  await press('Undo');
  expect(restored(calls)).toEqual([[7, 7]]);
});
