import { expect, test, vi } from 'vitest';
import type { AccountOverview } from '#model/account.ts';
import { answerCalls, refuse } from '#portal/testing/answer-calls.ts';
import { buildOverview } from '#portal/testing/build-overview.ts';
import { currentSession } from '#portal/session-token.ts';
import { draw, settle, until } from '#portal/testing/draw.tsx';
import { AccountContext } from './account-context.ts';
import { NameEditor } from './NameEditor.tsx';
import { overviewKey } from './use-overview.ts';

const overview = buildOverview();

async function open(answers: Parameters<typeof answerCalls>[0] = {}) {
  const calls = answerCalls(answers);
  const announce = vi.fn();
  const drawn = await draw(
    <AccountContext value={{ overview, isHanded: false, announce }}>
      <NameEditor />
    </AccountContext>,
  );
  drawn.queries.setQueryData(overviewKey(currentSession()), overview);
  await drawn.press('Change name');
  return { ...drawn, calls, announce };
}

test('a new name is saved, shown elsewhere and announced, and the pencil has the focus again', async () => {
  const { type, press, button, calls, announce, queries } = await open({
    'profile.settings': { ...overview.Account, Name: 'Countess' },
  });
  await type('Your name', '  Countess ');
  await press('Save');
  await until(() => expect(announce).toHaveBeenCalledWith('Done'));
  expect(calls.map(({ name, body }) => [name, body])).toEqual([['profile.settings', { Name: 'Countess' }]]);
  expect(queries.getQueryData<AccountOverview>(overviewKey(currentSession()))?.Account.Name).toBe('Countess');
  expect(document.activeElement).toBe(button('Change name'));
});

test('Escape leaves the name as it was, and so does saving it unchanged', async () => {
  const { type, press, field, text, calls } = await open();
  await type('Your name', 'Eve');
  await settle(() => field('Your name').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  expect(text()).toBe('Ada');
  await press('Change name');
  expect(field('Your name').value).toBe('Ada');
  await press('Save');
  expect(text()).toBe('Ada');
  expect(calls).toEqual([]);
});

test('a name that nobody can have is not sent, and one that was refused can be changed', async () => {
  const { type, press, button, field, text, page } = await open({
    'profile.settings': () => refuse(422, 'InvalidRequest'),
  });
  await type('Your name', ' ');
  expect(text()).toContain('Use 1 to 80 characters.');
  expect(button('Save').disabled).toBe(true);
  await type('Your name', 'Rude');
  await press('Save');
  await until(() => expect(field('Your name').getAttribute('aria-invalid')).toBe('true'));
  await type('Your name', 'Kind');
  expect(field('Your name').getAttribute('aria-invalid')).not.toBe('true');
  expect(page.querySelector('form')).not.toBeNull();
});
