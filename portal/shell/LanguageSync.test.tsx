import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { changeLanguage } from '#portal/i18n/change-language.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { renderInPortal, flushEffects } from '#portal/testing/render.tsx';
import { recordLogMessages } from '#portal/testing/record-log-messages.ts';
import { LanguageSync } from './LanguageSync.tsx';

beforeEach(() => endSession());

test('a language that was saved is read again with the profile', async () => {
  const calls = mockApi({ 'profile.get': { AccountId: 'a1', Locale: 'en' }, 'profile.update': { Success: true } });
  beginSession('t1');
  await renderInPortal(<LanguageSync />);
  const read = () => calls.filter(({ name }) => name === 'profile.get').length;
  await waitFor(() => expect(read()).toBe(1));
  await flushEffects(() => void changeLanguage('en'));
  await waitFor(() => expect(read()).toBe(2));
});

test('a language that could not be saved is only logged', async () => {
  mockApi({ 'profile.update': () => problemResponse(500, 'Unexpected') });
  const logged = recordLogMessages();
  beginSession('t1');
  await changeLanguage('en');
  expect(logged).toEqual(['The language could not be saved.']);
});
