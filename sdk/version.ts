/** Of the SDK, the package and the address at which it is served for ever. A test compares it with the manifest. */
export const version = '1.5.190';
