/** The size of a test: small in `npm test`, full in a drill. */
export const chooseDrillSize = (inTest: number, inDrill: number): number =>
  process.env['DRILL'] === undefined ? inTest : inDrill;
