/** Stands in the built page wherever the nonce of its policy belongs; the server puts a fresh one in for every visit. */
export const noncePlaceholder = '%NONCE%';

/** Stands in the built page where the runtime configuration belongs. */
export const runtimeConfigPlaceholder = '%RUNTIME_CONFIG%';

/** Where the title and all that the page says of itself belongs. */
export const headPlaceholder = '<!--%HEAD%-->';

/** Where the state belongs with which the browser goes on. */
export const statePlaceholder = '<!--%STATE%-->';

/** The texts of the page before its program runs, by their places in it. The build gathers them from the locale files. */
export const pageTextPlaceholders = {
  '%TEXT_LOADING%': 'loading',
  '%TEXT_SLOW%': 'page.slow',
  '%TEXT_RETRY%': 'retry',
  '%TEXT_OLD%': 'page.old',
  '%TEXT_NOSCRIPT%': 'page.noscript',
} as const;

/** By language, then by place. */
export type PageTexts = Readonly<Record<string, Readonly<Record<keyof typeof pageTextPlaceholders, string>>>>;
