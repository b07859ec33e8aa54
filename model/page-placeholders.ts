/** The server replaces this in the built page with a new Content-Security-Policy nonce for each response. */
export const noncePlaceholder = '%NONCE%';

export const runtimeConfigPlaceholder = '%RUNTIME_CONFIG%';

export const headPlaceholder = '<!--%HEAD%-->';

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

export type PageTexts = Readonly<Record<string, Readonly<Record<keyof typeof pageTextPlaceholders, string>>>>;
