/**
 * Marks where the Content-Security-Policy nonce belongs in the built page. The server inserts a new nonce into each
 * response.
 */
export const noncePlaceholder = '%NONCE%';

/** Marks where the runtime configuration belongs in the built page. */
export const runtimeConfigPlaceholder = '%RUNTIME_CONFIG%';

/** Marks where the title and meta tags belong. */
export const headPlaceholder = '<!--%HEAD%-->';

/** Marks where the state that the browser hydrates from belongs. */
export const statePlaceholder = '<!--%STATE%-->';

/**
 * The texts that the page shows before its script runs, by placeholder. The build collects them from the locale files.
 */
export const pageTextPlaceholders = {
  '%TEXT_LOADING%': 'loading',
  '%TEXT_SLOW%': 'page.slow',
  '%TEXT_RETRY%': 'retry',
  '%TEXT_OLD%': 'page.unsupportedBrowser',
  '%TEXT_NOSCRIPT%': 'page.noscript',
} as const;

/** By language, then by placeholder. */
export type PageTexts = Readonly<Record<string, Readonly<Record<keyof typeof pageTextPlaceholders, string>>>>;
