import { providersWithAdapters } from './payment-options.ts';

const pages: ReadonlySet<string> = new Set(
  providersWithAdapters.flatMap(({ manifest: { formPage } }) =>
    formPage === undefined ? [] : [formPage.toLowerCase()],
  ),
);

/**
 * Whether the path is a portal page with a provider's payment form.
 * @param path without the base path
 */
export const isPaymentFormPage = (path: string): boolean => pages.has(path.replaceAll(/^\/+|\/+$/g, '').toLowerCase());
