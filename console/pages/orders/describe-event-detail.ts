import type { TFunction } from 'i18next';
import english from '#console/i18n/en.json';

interface DetailFormat {
  readonly t: TFunction;
  readonly money: (minor: number, currency: string) => string;
  readonly currency: string;
}

/** Details of an event, in the operator's language. A detail without a text is shown as it is. */
export function describeEventDetail(
  detail: Readonly<Record<string, string>>,
  { t, money, currency }: DetailFormat,
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(detail).flatMap(([name, value]) => {
    // Part of the amounts.
    if (name === 'currency') return [];
    const title = isKnown(name, english.orders.details) ? t(`orders.details.${name}`) : name;
    if (name.endsWith('Minor') && /^\d{1,15}$/.test(value))
      return [[title, money(Number(value), detail['currency'] ?? currency)] as const];
    if ((name === 'from' || name === 'to') && isKnown(value, english.orders.statuses))
      return [[title, t(`orders.statuses.${value}`)] as const];
    if (name === 'reason' && isKnown(value, english.orders.refundReasons))
      return [[title, t(`orders.refundReasons.${value}`)] as const];
    return [[title, value] as const];
  });
}

const isKnown = <Texts extends object>(name: string, texts: Texts): name is keyof Texts & string =>
  Object.hasOwn(texts, name);
