import { expect, test } from 'vitest';
import { findEditorPath, type Draft } from './draft.ts';

const draft = (Object: string, Game?: string): Draft => ({
  DraftId: 7,
  Object,
  ...(Game !== undefined && { Game }),
  State: 'Open',
  Author: 'ann',
  CreatedAt: '2026-01-01T00:00:00Z',
  UpdatedAt: '2026-01-01T00:00:00Z',
});

test('a draft opens in the editor of its object', () => {
  const article = '0f8fad5b-d9cb-469f-a165-70867728950e';
  expect(findEditorPath(draft('documents/tos'))).toBe('/documents/tos?draft=7');
  expect(findEditorPath(draft('games/sky-hop/documents/pp', 'sky-hop'))).toBe('/documents/pp?draft=7&game=sky-hop');
  expect(findEditorPath(draft(`news/${article}`))).toBe(`/news/edit?id=${article}&draft=7`);
  expect(findEditorPath(draft('games/sky-hop/game.json', 'sky-hop'))).toBe(
    '/drafts/new?object=games%2Fsky-hop%2Fgame.json&draft=7',
  );
});
