// Structured data for search engines, by schema.org.

/** The breadcrumbs from the home page to this page, as names and URLs. */
export const buildBreadcrumbs = (...steps: readonly (readonly [name: string, address: string])[]): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, item], at) => ({ '@type': 'ListItem', position: at + 1, name, item })),
});

/** @param addresses the URLs of the listed items, in order */
export const buildItemList = (addresses: readonly string[]): object => ({
  '@type': 'ItemList',
  itemListElement: addresses.map((url, at) => ({ '@type': 'ListItem', position: at + 1, url })),
});
