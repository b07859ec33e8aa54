import { expect, test } from 'vitest';
import { createStorage } from '#portal/storage.ts';
import { createConsentStore } from './consent.ts';

const blocked = () =>
  createStorage(() => {
    throw new Error('blocked');
  });

test('is unknown until the player chooses, and lasts for the visit even without storage', () => {
  const consent = createConsentStore(blocked());
  expect(consent.status()).toBe('unknown');
  consent.set('granted');
  expect(consent.status()).toBe('granted');
  consent.set('denied');
  expect(consent.status()).toBe('denied');
});

test('treats an unknown stored value as no choice', () => {
  const storage = blocked();
  storage.set('TrackingConsent', 'yes');
  expect(createConsentStore(storage).status()).toBe('unknown');
});

test('notifies listeners of changes until they unsubscribe', () => {
  const consent = createConsentStore(blocked());
  const heard: string[] = [];
  const stop = consent.subscribe((status) => heard.push(status));
  consent.set('granted');
  consent.set('granted');
  consent.set('denied');
  stop();
  consent.set('granted');
  expect(heard).toEqual(['granted', 'denied']);
});

test('asks again on request', () => {
  const consent = createConsentStore(blocked());
  consent.set('denied');
  const heard: string[] = [];
  consent.subscribe((status) => heard.push(status));
  consent.reset();
  expect([consent.status(), heard]).toEqual(['unknown', ['unknown']]);
});
