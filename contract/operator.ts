// What operators call with a key of theirs: see docs/guides/content.md. Calls of other areas that operators make stand with those
// areas, under /operator as well.
import { Type } from 'typebox';
import { operatorScopes, route } from '#model/route.ts';
import { instant, object, oneOf, text } from '#model/schema.ts';

export const ContentFile = object({
  Path: text(200, { minLength: 1, description: 'In the folder, such as games/gem-miner/products.json' }),
  Text: text(4_000_000),
});

export const ContentDifference = object({
  Path: text(200),
  Change: oneOf(['Added', 'Changed', 'Removed']),
  Lines: Type.Array(text(1000), { description: 'What is different, in words' }),
});

const Version = text(32, { minLength: 1, description: 'Of the content: the same content has the same one' });
const Files = Type.Array(ContentFile, { maxItems: 20_000, description: 'The whole folder' });
const Notes = Type.Array(text(1000), { description: 'What an operator should know besides' });
const bodyLimit = 16_000_000;

export const operator = {
  key: route({
    method: 'GET',
    path: '/operator/key',
    access: ['operator'],
    summary: 'Whose key this is and what it may be used for.',
    reply: object({ Name: text(60), Scopes: Type.Array(oneOf(operatorScopes)) }),
  }),
  content: route({
    method: 'GET',
    path: '/operator/content',
    access: ['operator'],
    summary: 'The content of the portal as the files of a content folder.',
    reply: object({ Version, Files: Type.Array(ContentFile) }),
  }),
  compareContent: route({
    method: 'POST',
    path: '/operator/content/compare',
    access: ['operator'],
    summary: 'What a content folder would change. Nothing is changed.',
    body: object({ Files }),
    bodyLimit,
    reply: object({ Version, Differences: Type.Array(ContentDifference), Notes }),
  }),
  applyContent: route({
    method: 'POST',
    path: '/operator/content/apply',
    access: ['operator'],
    summary:
      'Make the portal what a content folder says, all of it or nothing. Refused when the content is no longer that of `Version`.',
    body: object({ Version, Files }),
    bodyLimit,
    reply: object({ Version, Differences: Type.Array(ContentDifference), Notes }),
    errors: ['Conflict'],
  }),
  contentChanges: route({
    method: 'GET',
    path: '/operator/content/changes',
    access: ['operator'],
    summary: 'Who changed the content when, the last first.',
    reply: object({
      Changes: Type.Array(
        object({ AppliedAt: instant, Operator: text(200), Version, Summary: Type.Array(text(1000)) }),
      ),
    }),
  }),
  missingContent: route({
    method: 'GET',
    path: '/operator/content/missing',
    access: ['operator'],
    summary: 'What a portal still lacks before it opens, and how to add it.',
    reply: object({ Missing: Type.Array(object({ What: text(500), Remedy: text(500) })) }),
  }),
};
