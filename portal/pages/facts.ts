// What pages say in the words of schema.org.

/** The way from the first page to this one, as names and addresses. */
export const breadcrumbs = (...steps: readonly (readonly [name: string, address: string])[]): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, item], at) => ({ '@type': 'ListItem', position: at + 1, name, item })),
});

/** @param addresses of what the page lists, the first first */
export const listOf = (addresses: readonly string[]): object => ({
  '@type': 'ItemList',
  itemListElement: addresses.map((url, at) => ({ '@type': 'ListItem', position: at + 1, url })),
});
