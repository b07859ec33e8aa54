// Forms of the console are made from schemas, whose texts are English. Each has a Russian text in the console.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFormTexts } from '#console/testing/list-form-texts.ts';
import * as identities from '#identities/registry.ts';
import { PortalConfig } from '#contract/config.ts';
import { ProductEntry } from '#model/product-entry.ts';
import { describeVendorStatus } from '#model/vendor-evidence.ts';
import * as payments from '#payments/registry.ts';
import * as platforms from '#platforms/registry.ts';
import { buildConfigurationSchema } from '#server/features/publishing/game-configuration.ts';
import { listAdapters } from './adapter-manifests.ts';

const file = new URL('../../../console/i18n/schema-texts.ru.json', import.meta.url);
const russian = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;

/** The types of schemas are too deep to be compared with what forms read. */
const textsOf = (schema: object): string[] => listFormTexts(schema);

const shown = new Map<string, string>();
const add = (where: string, texts: readonly string[]): void => {
  for (const text of texts) shown.set(text, where);
};

for (const { family, adapter, schema, manifest } of listAdapters())
  add(`${family}/${adapter}`, [...textsOf(schema), ...describeVendorStatus(manifest)]);
add('the portal', textsOf(PortalConfig));
add('a product', textsOf(ProductEntry));
for (const isOfStudio of [true, false]) add('a game', textsOf(buildConfigurationSchema({ isOfStudio })));

/** Fields that are named after an adapter keep its name. */
const adapterNames = new Set(Object.keys({ ...identities, ...payments, ...platforms }));
const isName = (text: string): boolean => adapterNames.has(text.replaceAll(' ', '').toLowerCase());

test('every text of a form has a Russian text', () => {
  expect(shown.size).toBeGreaterThan(400);
  const missing = [...shown].filter(([text]) => !isName(text) && !Object.hasOwn(russian, text));
  expect(missing, `Add them to ${file.pathname}, with the English text as the key.`).toEqual([]);
});

test('every Russian text belongs to a text of a form', () => {
  expect(Object.keys(russian).filter((text) => !shown.has(text))).toEqual([]);
});

test('texts are short, and inserted names stay as they are', () => {
  for (const [text, own] of Object.entries(russian)) {
    expect(own.trim(), text).not.toBe('');
    expect(own, text).not.toMatch(/—/);
    const codesIn = (each: string) => each.match(/`[^`]+`/g) ?? [];
    expect(codesIn(own), text).toEqual(codesIn(text));
  }
});
