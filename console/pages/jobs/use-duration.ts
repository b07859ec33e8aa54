import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Such as "5 min". */
export function useDuration(): (seconds: number) => string {
  const { language } = useTranslation().i18n;
  return useMemo(() => createDurationFormat(language), [language]);
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

export function createDurationFormat(language: string): (seconds: number) => string {
  return (seconds) => {
    const [unit, size] = units.find((each) => seconds >= each[1]) ?? ['second', 1];
    return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(
      Math.round(seconds / size),
    );
  };
}
