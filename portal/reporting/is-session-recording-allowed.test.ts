import { expect, test } from 'vitest';
import { isSessionRecordingAllowed } from './is-session-recording-allowed.ts';

const browser = { routerType: 'browser', basePath: '/' } as const;
const hash = { routerType: 'hash', basePath: '/' } as const;

test.each([
  ['https://play.example/', browser],
  ['https://play.example/Games?lang=de&utm_source=x#news', browser],
  ['https://play.example/#/Games?lang=de', hash],
])('may record %s', (address, config) => {
  expect(isSessionRecordingAllowed(new URL(address), config)).toBe(true);
});

test.each([
  ['https://play.example/Store/gem-miner', browser],
  ['https://play.example/LoginWithTempToken', browser],
  ['https://play.example/play/gem-miner/iframe/x?sign=abc', browser],
  ['https://play.example/?token=abc', browser],
  ['https://play.example/play/gem-miner#tgWebAppData=abc', browser],
  ['https://play.example/#/Store/gem-miner', hash],
  ['https://play.example/#/Games?token=abc', hash],
  ['https://play.example/?token=abc#/Games', hash],
])('may not record %s', (address, config) => {
  expect(isSessionRecordingAllowed(new URL(address), config)).toBe(false);
});
