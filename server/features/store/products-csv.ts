// A game's products as CSV: one row per product, one column per language and currency. Reading what was written gives
// the same products. A cell that a spreadsheet would run as a formula begins with an apostrophe.
import { maxProducts, type ProductEntry } from '#model/product-entry.ts';
import { parseCsv, writeCsv, type CsvRow } from './csv.ts';

export interface CsvFault {
  readonly line: number;
  readonly column: string;
  readonly text: string;
}

export type ParsedProductsCsv =
  | { readonly faults: readonly CsvFault[] }
  | { readonly entries: readonly unknown[]; readonly rows: readonly CsvRow[] };

type Entry = Readonly<Record<string, unknown>>;

interface Column {
  readonly name: string;
  readonly read: (entry: ProductEntry) => string | number | boolean | undefined;
}

export function writeProductsCsv(entries: readonly ProductEntry[]): string {
  const columns = [...plainColumns, ...listColumns(entries)].filter(
    ({ name, read }) => name === 'Sku' || entries.some((entry) => read(entry) !== undefined),
  );
  const rows = entries.map((entry) => columns.map(({ read }) => toCell(read(entry))));
  return writeCsv([columns.map(({ name }) => name), ...rows]);
}

const json = (value: readonly unknown[] | undefined): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

const plainColumns: readonly Column[] = [
  { name: 'Sku', read: ({ Sku }) => Sku },
  { name: 'ProductType', read: ({ ProductType }) => ProductType },
  { name: 'Quantity', read: ({ Quantity }) => Quantity },
  { name: 'ShowInWebStore', read: ({ ShowInWebStore }) => ShowInWebStore },
  { name: 'RequiresDryRun', read: ({ RequiresDryRun }) => RequiresDryRun },
  { name: 'WasPercent', read: ({ WasPercent }) => WasPercent },
  { name: 'Labels', read: ({ Labels }) => json(Labels) },
  { name: 'Payload', read: ({ Payload }) => Payload },
  { name: 'ImageUrl', read: ({ ImageUrl }) => ImageUrl },
  { name: 'IconUrl', read: ({ IconUrl }) => IconUrl },
  { name: 'AdditionalProducts', read: ({ AdditionalProducts }) => json(AdditionalProducts) },
  { name: 'Tiers', read: ({ Tiers }) => json(Tiers) },
];

const textFields = { Name: 'Names', Description: 'Descriptions', Category: 'Category' } as const;

function listColumns(entries: readonly ProductEntry[]): Column[] {
  const keysOf = (read: (entry: ProductEntry) => object | undefined): string[] =>
    [...new Set(entries.flatMap((entry) => Object.keys(read(entry) ?? {})))].toSorted();
  const countries = keysOf(({ CountryPrices }) => CountryPrices);
  return [
    ...Object.entries(textFields).flatMap(([name, field]) =>
      keysOf((entry) => entry[field]).map((locale) => ({
        name: `${name} ${locale}`,
        read: (entry: ProductEntry) => entry[field]?.[locale],
      })),
    ),
    ...keysOf(({ Prices }) => Prices).map((currency) => ({
      name: `Price ${currency}`,
      read: ({ Prices }: ProductEntry) => Prices[currency],
    })),
    ...countries.flatMap((country) =>
      keysOf(({ CountryPrices }) => CountryPrices?.[country]).map((currency) => ({
        name: `Price ${currency} in ${country}`,
        read: ({ CountryPrices }: ProductEntry) => CountryPrices?.[country]?.[currency],
      })),
    ),
  ];
}

/** An apostrophe alone is an empty text; an empty cell is none. */
function toCell(value: string | number | boolean | undefined): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  return value === '' || /^[=+\-@\t\r']/.test(value) ? `'${value}` : value;
}

const fromCell = (cell: string): string => (cell.startsWith("'") ? cell.slice(1) : cell);

export function parseProductsCsv(csv: string): ParsedProductsCsv {
  const { rows: all, fault } = parseCsv(csv);
  if (fault) return { faults: [{ ...fault, column: '' }] };
  const [head, ...rows] = all;
  if (!head || rows.length > maxProducts)
    return { faults: [{ line: 1, column: '', text: `must have a head and at most ${maxProducts} products` }] };
  const names = head.cells.map((name) => name.trim());
  const faults: CsvFault[] = names.flatMap((name, at) =>
    findSetter(name) === undefined || names.indexOf(name) < at
      ? [{ line: 1, column: name, text: names.indexOf(name) < at ? 'is there twice' : "isn't a column of products" }]
      : [],
  );
  if (!names.includes('Sku')) faults.push({ line: 1, column: 'Sku', text: 'is missing' });
  if (faults.length > 0) return { faults };
  const entries = rows.map(({ cells, line }) => {
    let entry: Entry = { Names: {}, Prices: {} };
    if (cells.length > names.length) faults.push({ line, column: '', text: 'has more cells than the head' });
    for (const [at, name] of names.entries()) {
      const cell = cells[at] ?? '';
      if (cell === '') continue;
      const set = findSetter(name)?.(entry, fromCell(cell));
      if (typeof set === 'string') faults.push({ line, column: name, text: set });
      else if (set) entry = set;
    }
    return entry;
  });
  return faults.length > 0 ? { faults } : { entries, rows };
}

/** The fault, or the entry with the value of the cell. */
type Setter = (entry: Entry, cell: string) => Entry | string;

function findSetter(name: string): Setter | undefined {
  const text = /^(Name|Description|Category) ([a-z]{2}(?:-[a-z]{2})?)$/.exec(name);
  if (text?.[1] !== undefined) {
    const path = [textFields[text[1] as keyof typeof textFields], text[2] ?? ''];
    return (entry, cell) => withValue(entry, path, cell);
  }
  const [, currency, country] = /^Price ([A-Z]{3})(?: in ([A-Z]{3}))?$/.exec(name) ?? [];
  if (currency !== undefined) {
    const path = country === undefined ? ['Prices', currency] : ['CountryPrices', country, currency];
    return (entry, cell) => setNumber(entry, path, cell);
  }
  return Object.hasOwn(plainSetters, name) ? plainSetters[name] : undefined;
}

const setText =
  (field: string): Setter =>
  (entry, cell) =>
    withValue(entry, [field], cell);
const setBoolean =
  (field: string): Setter =>
  (entry, cell) =>
    /^(true|false)$/i.test(cell) ? withValue(entry, [field], cell.toLowerCase() === 'true') : 'must be true or false';
const setList =
  (field: string): Setter =>
  (entry, cell) => {
    try {
      return withValue(entry, [field], JSON.parse(cell) as unknown);
    } catch {
      return 'must be a list such as ["one", "two"]';
    }
  };

function setNumber(entry: Entry, path: readonly string[], cell: string): Entry | string {
  const isNumber = /^\d{1,12}(\.\d{1,10})?$/.test(cell.trim());
  return isNumber ? withValue(entry, path, Number(cell)) : `is ${cell.slice(0, 40)}, and must be a number such as 4.99`;
}

const plainSetters: Readonly<Record<string, Setter | undefined>> = {
  Sku: setText('Sku'),
  ProductType: setText('ProductType'),
  Quantity: (entry, cell) => setNumber(entry, ['Quantity'], cell),
  ShowInWebStore: setBoolean('ShowInWebStore'),
  RequiresDryRun: setBoolean('RequiresDryRun'),
  WasPercent: (entry, cell) => setNumber(entry, ['WasPercent'], cell),
  Labels: setList('Labels'),
  Payload: setText('Payload'),
  ImageUrl: setText('ImageUrl'),
  IconUrl: setText('IconUrl'),
  AdditionalProducts: setList('AdditionalProducts'),
  Tiers: setList('Tiers'),
};

function withValue(entry: Entry, [first = '', ...rest]: readonly string[], value: unknown): Entry {
  return { ...entry, [first]: rest.length === 0 ? value : withValue((entry[first] ?? {}) as Entry, rest, value) };
}

/** Where in the file a fault of `validateProductsFile` is: `/3/Prices/EUR is …`. */
export function locateFault(fault: string, rows: readonly CsvRow[]): CsvFault {
  const [, at = '0', path = '', text = fault] = /^\/(\d+)(?:\/(\S*))?\s(.*)$/s.exec(fault) ?? [];
  return { line: rows[Number(at)]?.line ?? 1, column: nameColumn(path.split('/')), text };
}

function nameColumn([field = '', key, currency]: readonly string[]): string {
  if (field === 'Prices' && key !== undefined) return `Price ${key}`;
  if (field === 'CountryPrices' && key !== undefined) return `Price ${currency ?? ''} in ${key}`;
  const text = Object.entries(textFields).find(([, own]) => own === field);
  return text && key !== undefined ? `${text[0]} ${key}` : field;
}
