/** Where Facebook hosts bundles, as content security policy sources. All games share it. */
export const bundleOrigins = ['https://*.fbsbx.com'];
