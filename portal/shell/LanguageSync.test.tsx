import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { changeLanguage } from '#portal/i18n/change-language.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { answerCalls, refuseCall } from '#portal/testing/answer-calls.ts';
import { renderInPortal, settle } from '#portal/testing/render.tsx';
import { listenToLog } from '#portal/testing/listen-to-log.ts';
import { LanguageSync } from './LanguageSync.tsx';

beforeEach(() => endSession());

test('a language that was saved is read again with the profile', async () => {
  const calls = answerCalls({ 'profile.get': { AccountId: 'a1', Locale: 'en' }, 'profile.update': { Success: true } });
  beginSession('t1');
  await renderInPortal(<LanguageSync />);
  const read = () => calls.filter(({ name }) => name === 'profile.get').length;
  await waitFor(() => expect(read()).toBe(1));
  await settle(() => void changeLanguage('en'));
  await waitFor(() => expect(read()).toBe(2));
});

test('a language that could not be saved is only logged', async () => {
  answerCalls({ 'profile.update': () => refuseCall(500, 'Unexpected') });
  const logged = listenToLog();
  beginSession('t1');
  await changeLanguage('en');
  expect(logged).toEqual(['The language could not be saved.']);
});
