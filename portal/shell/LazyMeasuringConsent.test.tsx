import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { consent } from '#portal/reporting/consent.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { LazyMeasuringConsent } from './LazyMeasuringConsent.tsx';

const both = (
  <>
    <LazyMeasuringConsent part="notice" />
    <LazyMeasuringConsent part="button" />
  </>
);

test('asks nothing without measuring tools', async () => {
  const { text } = await renderInPortal(both);
  expect(text()).toBe('');
});

test.each([
  ['a tag manager', () => Object.assign(runtimeConfig, { tagManager: { url: 'https://tags.example/gtm.js' } })],
  ['recordings around errors', () => Object.assign(runtimeConfig, { errorDsn: 'https://key@errors.example/1' })],
  ['a data layer that the page came with', () => vi.stubGlobal('dataLayer', [])],
])('asks if the operator uses %s, and asks again on request', async (_, configure) => {
  configure();
  const { text, press } = await renderInPortal(both);
  await waitFor(() => expect(text()).toContain('We never include your name or email.'));
  await press('Decline');
  expect(consent()).toBe('denied');
  expect(text()).toBe('Usage statistics');
  await press('Usage statistics');
  expect(consent()).toBe('unknown');
  expect(text()).toContain('Allow usage statistics?');
});

test('mentions email addresses if they are included', async () => {
  Object.assign(runtimeConfig, { tagManager: { url: 'https://tags.example/gtm.js', email: 'hashed' } });
  const { text } = await renderInPortal(both);
  await waitFor(() => expect(text()).toContain('They include your email address.'));
});
