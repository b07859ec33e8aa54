import { expect, test } from 'vitest';
import { findChosenServer } from './chosen-server.ts';

const now = new Date('2026-11-18T12:00:00Z');
const open = (Id: string) => ({ Id, Name: { en: Id }, Url: `wss://${Id}.game.example` });
const closed = (Id: string) => ({ ...open(Id), Maintenance: { From: '2026-11-18T11:00:00Z' } });

test('without servers, or if the chosen one was removed, no server is chosen', () => {
  expect(findChosenServer([], 'eu', now)).toBeUndefined();
  expect(findChosenServer([open('eu'), open('us')], 'asia', now)).toBeUndefined();
  expect(findChosenServer([open('eu'), open('us')], undefined, now)).toBeUndefined();
});

test('the chosen server is used unless it is under maintenance', () => {
  expect(findChosenServer([open('eu'), open('us')], 'us', now)?.Id).toBe('us');
  expect(findChosenServer([open('eu'), closed('us')], 'us', now)).toBeUndefined();
});

test('the only server needs no choice', () => {
  expect(findChosenServer([open('eu')], undefined, now)?.Id).toBe('eu');
  expect(findChosenServer([closed('eu')], 'eu', now)).toBeUndefined();
});
