import { browserProviders } from './payment-options.ts';

const pages: ReadonlySet<string> = new Set(
  browserProviders.flatMap(({ manifest: { formPage } }) => (formPage === undefined ? [] : [formPage.toLowerCase()])),
);

/** Whether somebody pays on a page of the portal, which a provider has for its own. @param path without the base path */
export const isFormPage = (path: string): boolean => pages.has(path.replaceAll(/^\/+|\/+$/g, '').toLowerCase());
