/** How much of something a test does: a little in `npm test`, all of it in a drill. */
export const drillSize = (inTest: number, inDrill: number): number =>
  process.env['DRILL'] === undefined ? inTest : inDrill;
