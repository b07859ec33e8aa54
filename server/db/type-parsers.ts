// Parses values from PostgreSQL. Passed to each pool instead of set globally, so that libraries sharing the driver keep
// their types.
import { types, type CustomTypesConfig } from 'pg';

export const typeParsers: CustomTypesConfig = {
  getTypeParser: ((id: TypeId, format?: 'text' | 'binary') =>
    // The binary format is not used; it keeps the driver's parser.
    (format === 'binary' ? undefined : ours.get(id)) ?? types.getTypeParser(id, format)) as typeof types.getTypeParser,
};

const { INT8, NUMERIC, DATE, INTERVAL } = types.builtins;

type TypeId = (typeof types.builtins)[keyof typeof types.builtins];

const asText = (text: string): string => text;

const ours = new Map<number, (text: string) => unknown>([
  [INT8, safeInteger],
  // Money is stored as integers; other numerics must not lose digits.
  [NUMERIC, asText],
  // A date has no time zone, but a JavaScript Date would add one.
  [DATE, asText],
  [INTERVAL, asText],
]);

function safeInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(
    `The database holds the integer ${text}, which JavaScript numbers cannot hold exactly. Select it as text.`,
  );
}
