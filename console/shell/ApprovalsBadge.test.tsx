import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, type FakeCall } from '#console/testing/fake-api.ts';
import { fakeSession } from '#console/testing/fake-session.ts';
import { render } from '#console/testing/render.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { MainMenu } from './MainMenu.tsx';

let waiting: number;
let calls: FakeCall[];
beforeEach(() => {
  waiting = 2;
  calls = fakeApi({ 'GET /operator/approvals/count': () => ({ Waiting: waiting }) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const renderMenu = () => render(<MainMenu onChoice={() => undefined} />, { session: fakeSession('admin') });
const nameOfLink = () => document.querySelector('a[href="/approvals"]')?.textContent;

it('the menu shows how many requests wait for the operator', async () => {
  renderMenu();
  expect(await screen.findByRole('link', { name: /^Approvals ?2 requests wait for your decision$/ })).toBeTruthy();
});

it('without such requests there is no badge', async () => {
  waiting = 0;
  renderMenu();
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(nameOfLink()).toBe('Approvals');
});

it('many requests are not counted exactly', async () => {
  waiting = 100;
  renderMenu();
  expect(await screen.findByText('99+')).toBeTruthy();
});

it('a decision counts again at once', async () => {
  function Decide() {
    const { mutate } = useAction({ run: async () => undefined, changes: [[]] });
    return <button type="button" onClick={() => mutate()} aria-label="Decide" />;
  }
  render(
    <>
      <MainMenu onChoice={() => undefined} />
      <Decide />
    </>,
    { session: fakeSession('admin') },
  );
  await screen.findByText('2');
  waiting = 1;
  act(() => screen.getByRole('button', { name: 'Decide' }).click());
  expect(await screen.findByText('1')).toBeTruthy();
});

it('counts every minute, but not for an operator who has left', async () => {
  vi.useFakeTimers();
  renderMenu();
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000 + 5000));
  expect(calls).toHaveLength(6);
  await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
  const before = calls.length;
  await act(() => vi.advanceTimersByTimeAsync(30 * 60_000));
  expect(calls).toHaveLength(before);
  await act(async () => {
    window.dispatchEvent(new Event('mousemove'));
    document.dispatchEvent(new Event('mousemove'));
    await vi.advanceTimersByTimeAsync(1000);
  });
  expect(calls.length).toBe(before + 1);
});
