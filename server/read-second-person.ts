import type { EnvironmentReader } from './environment-reader.ts';

/** Which operators' calls another operator has to approve, besides those that always need it. */
export interface SecondPersonSettings {
  readonly documents: boolean;
  readonly prices: boolean;
  /** Refunds from this amount on, in US cents. */
  readonly refundsFromUsdMinor: number | undefined;
}

/** SECOND_PERSON, such as `documents,prices,refunds:100`: refunds of 100 US dollars and more. */
export function readSecondPerson(reader: EnvironmentReader): SecondPersonSettings {
  const words = reader.list(
    'SECOND_PERSON',
    (word) => isRule.test(word),
    'documents, prices, or refunds: and US dollars, with commas between them, such as documents,refunds:100',
  );
  const dollars = words.flatMap((word) => /^refunds:(\d+)$/.exec(word)?.[1] ?? []);
  return {
    documents: words.includes('documents'),
    prices: words.includes('prices'),
    refundsFromUsdMinor: dollars.length === 0 ? undefined : Math.min(...dollars.map(Number)) * 100,
  };
}

const isRule = /^(documents|prices|refunds:\d{1,7})$/;
