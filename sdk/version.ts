/** The version of the SDK, of its npm package and of its permanent URL. A test compares it with package.json. */
export const version = '1.5.190';
