import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import russian from '#console/i18n/ru.json';
import { createFormats } from '#console/i18n/use-formats.ts';
import { describeEventDetail } from './describe-event-detail.ts';

beforeAll(() => i18next.init({ lng: 'ru', resources: { ru: { translation: russian } } }));

const describeInRussian = (detail: Readonly<Record<string, string>>) =>
  describeEventDetail(detail, { t: i18next.t, money: createFormats('ru').money, currency: 'USD' });

it('writes amounts in the currency of the event, else of the order', () => {
  expect(describeInRussian({ amountMinor: '199', currency: 'EUR' })).toEqual([['Сумма', '1,99\u00a0€']]);
  expect(describeInRussian({ amountMinor: '199' })).toEqual([['Сумма', '1,99\u00a0$']]);
});

it('names states and reasons as the rest of the page', () => {
  expect(describeInRussian({ to: 'Completed', reason: 'player' })).toEqual([
    ['Стало', russian.orders.statuses.Completed],
    ['Причина', russian.orders.refundReasons.player],
  ]);
});

it('shows a detail that has no text as it is', () => {
  expect(describeInRussian({ toString: 'x', newThing: '1', amountMinor: 'many' })).toEqual([
    ['toString', 'x'],
    ['newThing', '1'],
    ['Сумма', 'many'],
  ]);
});
