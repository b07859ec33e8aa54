interface Listed {
  readonly ProductName: string;
  readonly ProductDescription: string;
  readonly Category?: string;
}

export function listProductCategories(products: readonly Listed[]): readonly string[] {
  return [...new Set(products.flatMap(({ Category }) => Category ?? []))];
}

export function filterProducts<P extends Listed>(
  products: readonly P[],
  wanted: string,
  category: string | undefined,
  locale: string,
): readonly P[] {
  const words = wanted.toLocaleLowerCase(locale).split(/\s+/).filter(Boolean);
  return products.filter((product) => {
    if (category !== undefined && product.Category !== category) return false;
    const text = [product.ProductName, product.ProductDescription, product.Category ?? ''].join(' ');
    return words.every((word) => text.toLocaleLowerCase(locale).includes(word));
  });
}

/** In whole per cent; undefined if there is no discount worth showing. */
export function salePercent(price: number, was: number | undefined): number | undefined {
  if (was === undefined || was <= price) return undefined;
  const percent = Math.floor((1 - price / was) * 100);
  return percent >= 1 ? percent : undefined;
}

const shownLabels = ['new', 'popular', 'best-value'] as const;

/** A product shows one label. Unknown labels are ignored. */
export function findProductLabel(labels: readonly string[]): (typeof shownLabels)[number] | undefined {
  return shownLabels.find((label) => labels.includes(label));
}
