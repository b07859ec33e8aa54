import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { AccountOverview } from '#model/account.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { buildAccountOverview } from '#portal/testing/build-account-overview.ts';
import { currentSessionNumber } from '#portal/session-token.ts';
import { renderInPortal, flushEffects } from '#portal/testing/render.tsx';
import { ProfileAccountContext } from './account-context.ts';
import { NameEditor } from './NameEditor.tsx';
import { accountOverviewKey } from './use-overview.ts';

const overview = buildAccountOverview();

async function open(answers: Parameters<typeof mockApi>[0] = {}) {
  const calls = mockApi(answers);
  const announce = vi.fn();
  const view = await renderInPortal(
    <ProfileAccountContext value={{ overview, isHanded: false, announce }}>
      <NameEditor />
    </ProfileAccountContext>,
  );
  view.queries.setQueryData(accountOverviewKey(currentSessionNumber()), overview);
  await view.press('Change name');
  return { ...view, calls, announce };
}

test('a new name is saved, shown everywhere and announced, and the edit button gets the focus back', async () => {
  const { type, press, button, calls, announce, queries } = await open({
    'profile.settings': { ...overview.Account, Name: 'Countess' },
  });
  await type('Your name', '  Countess ');
  await press('Save');
  await waitFor(() => expect(announce).toHaveBeenCalledWith('Done'));
  expect(calls.map(({ name, body }) => [name, body])).toEqual([['profile.settings', { Name: 'Countess' }]]);
  expect(queries.getQueryData<AccountOverview>(accountOverviewKey(currentSessionNumber()))?.Account.Name).toBe(
    'Countess',
  );
  expect(document.activeElement).toBe(button('Change name'));
});

test('Escape leaves the name as it was, and so does saving it unchanged', async () => {
  const { type, press, field, text, calls } = await open();
  await type('Your name', 'Eve');
  await flushEffects(() =>
    field('Your name').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  );
  expect(text()).toBe('Ada');
  await press('Change name');
  expect(field('Your name').value).toBe('Ada');
  await press('Save');
  expect(text()).toBe('Ada');
  expect(calls).toEqual([]);
});

test('an invalid name is not sent, and a rejected one can be changed', async () => {
  const { type, press, button, field, text, container } = await open({
    'profile.settings': () => problemResponse(422, 'InvalidRequest'),
  });
  await type('Your name', ' ');
  expect(text()).toContain('Use 1 to 80 characters.');
  expect(button('Save').disabled).toBe(true);
  await type('Your name', 'Rude');
  await press('Save');
  await waitFor(() => expect(field('Your name').getAttribute('aria-invalid')).toBe('true'));
  await type('Your name', 'Kind');
  expect(field('Your name').getAttribute('aria-invalid')).not.toBe('true');
  expect(container.querySelector('form')).not.toBeNull();
});
