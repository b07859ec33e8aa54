import { waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { changeLanguage } from '#portal/i18n/change-language.ts';
import german from '#portal/i18n/locales/de.json';
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

function Title() {
  const { t } = useTranslation();
  return <h1>{t('copy.title')}</h1>;
}

async function openInGermanProfile(path: string) {
  i18next.addResourceBundle('de', 'translation', german);
  onTestFinished(async () => {
    await flushEffects(() => void i18next.changeLanguage('en'));
    i18next.removeResourceBundle('de', 'translation');
  });
  mockApi({ 'profile.get': { AccountId: 'a1', Locale: 'de' } });
  beginSession('t-german');
  const view = await renderInPortal(
    <>
      <LanguageSync />
      <Title />
    </>,
    { path },
  );
  await waitFor(() => expect(view.queries.getQueryCache().getAll()[0]?.state.status).toBe('success'));
  await flushEffects();
  return view;
}

test('the page changes to the language of the profile', async () => {
  const { container } = await openInGermanProfile('/');
  await waitFor(() => expect(container.querySelector('h1')?.textContent).toBe(german.copy.title));
  expect(german.copy.title).not.toBe('Copy text');
});

test('a language in the URL wins over the profile', async () => {
  const { container } = await openInGermanProfile('/?lang=en');
  expect(container.querySelector('h1')?.textContent).toBe('Copy text');
});
