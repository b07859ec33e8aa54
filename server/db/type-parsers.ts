// How values arrive from PostgreSQL. Given to each pool instead of set globally: libraries that share the driver keep
// the types they expect.
import { types, type CustomTypesConfig } from 'pg';

export const typeParsers: CustomTypesConfig = {
  getTypeParser: ((id: TypeId, format?: 'text' | 'binary') =>
    // Nothing asks for the binary format; whoever does gets the driver's own reading of it.
    (format === 'binary' ? undefined : ours.get(id)) ?? types.getTypeParser(id, format)) as typeof types.getTypeParser,
};

const { INT8, NUMERIC, DATE, INTERVAL } = types.builtins;

type TypeId = (typeof types.builtins)[keyof typeof types.builtins];

const asText = (text: string): string => text;

const ours = new Map<number, (text: string) => unknown>([
  [INT8, safeInteger],
  // Money is integers; what is numeric nevertheless must not lose digits.
  [NUMERIC, asText],
  // A day has no time zone, which a Date would invent.
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
