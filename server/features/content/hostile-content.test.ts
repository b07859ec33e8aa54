// Content that an operator writes is returned in API replies; portal/hostile-texts.test.tsx renders each reply field
// with hostile texts. This table maps every content field to its reply field, or gives the reason why there is none.
import { expect, test } from 'vitest';
import { PortalConfig } from '#contract/config.ts';
import { findSchemaName, playerReplyTexts } from '#contract/testing/reply-texts.ts';
import { object } from '#model/schema.ts';
import { listTextFields } from '#model/testing/text-fields.ts';
import { newsFieldSchemas } from '#server/features/news/read-news-file.ts';
import { GameDocument } from '#server/features/publishing/game-document.ts';
import { ProductEntry } from '#model/product-entry.ts';
import { DocumentEntry } from './types/document-content.ts';

// Builds are not content: `npm run games` selects the live one.
const { Builds: _, ...gameFields } = GameDocument.properties;

const written = {
  portal: PortalConfig,
  game: object(gameFields),
  product: ProductEntry,
  news: object(newsFieldSchemas),
  document: DocumentEntry,
};

/** Fields with another name in replies. */
const comesBackAs: Readonly<Record<string, string>> = {
  'game.EventRules[].Code': 'EventRule.Code',
  'game.EventRules[].Filter1': 'EventRule.Filter1',
  'game.EventRules[].Filter2': 'EventRule.Filter2',
  'game.EventRules[].Filter3': 'EventRule.Filter3',
  'game.Quests[].Titles.*': 'Quest.Title',
  'game.Achievements[].Names.*': 'Achievement.Name',
  'game.Achievements[].Descriptions.*': 'Achievement.Description',
  'game.Achievements[].Icons.*': 'Achievement.Icon',
  'ProductEntry.Names.*': 'Product.ProductName',
  'ProductEntry.Descriptions.*': 'Product.ProductDescription',
  'ProductEntry.Category.*': 'Product.Category',
  'ProductEntry.Labels[]': 'Product.Labels[]',
  'ProductEntry.Payload': 'Product.Payload',
  'ProductEntry.ImageUrl': 'Product.ImageUrl',
  'ProductEntry.IconUrl': 'Product.IconUrl',
  'news.Messages[].Header': 'NewsItem.Messages[].Header',
  'news.Messages[].Message': 'NewsItem.Messages[].Message',
  'news.Link': 'NewsItem.Link',
  'news.IconUrl': 'NewsItem.IconUrl',
  'news.ImageUrl': 'NewsItem.ImageUrl',
  'news.Tags[]': 'NewsItem.Tags[]',
  'document.Versions[].Url': 'DocumentVersion.Url',
};

/** Fields that no reply contains. */
const unshown: Readonly<Record<string, string>> = {
  'game.Quests[].Code': 'compared with what a game tells',
  'game.Quests[].Filter1': 'compared with what a game tells',
  'game.Quests[].Filter2': 'compared with what a game tells',
  'game.Quests[].Filter3': 'compared with what a game tells',
};

test('every text field is returned in a reply, or listed with its reason', () => {
  const replied = new Set(playerReplyTexts.fields.map(({ path }) => path));
  const fields = Object.entries(written).flatMap(([name, schema]) =>
    listTextFields(schema, name, findSchemaName).map(({ path }) => path),
  );
  const others = fields.filter((path) => !replied.has(path));
  expect(others.filter((path) => !(path in comesBackAs) && !(path in unshown))).toEqual([]);
  expect([...Object.keys(comesBackAs), ...Object.keys(unshown)].filter((path) => !others.includes(path))).toEqual([]);
  expect(Object.values(comesBackAs).filter((path) => !replied.has(path))).toEqual([]);
});
