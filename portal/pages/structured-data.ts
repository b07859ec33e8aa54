export const buildBreadcrumbs = (...steps: readonly (readonly [name: string, address: string])[]): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, item], at) => ({ '@type': 'ListItem', position: at + 1, name, item })),
});

export const buildItemList = (addresses: readonly string[]): object => ({
  '@type': 'ItemList',
  itemListElement: addresses.map((url, at) => ({ '@type': 'ListItem', position: at + 1, url })),
});
