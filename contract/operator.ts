// Calls that operators make with their keys: see docs/guides/content.md. Other files declare some more.
import { Type } from 'typebox';
import { OperatorPermission } from './console/session.ts';
import { route } from '#model/route.ts';
import { instant, object, oneOf, text } from '#model/schema.ts';

export const ContentFile = object({
  Path: text(200, { minLength: 1, description: 'Path in the folder, such as games/gem-miner/products.json' }),
  Text: text(4_000_000),
});

export const ContentDifference = object({
  Path: text(200),
  Change: oneOf(['Added', 'Changed', 'Removed']),
  Lines: Type.Array(text(1000), { description: 'The differences, as text' }),
});

const Version = text(32, { minLength: 1, description: 'Version of the content; equal content has the same version' });
const Files = Type.Array(ContentFile, { maxItems: 20_000, description: 'The whole folder' });
const Notes = Type.Array(text(1000), { description: 'Additional notes for the operator' });
const bodyLimit = 16_000_000;

export const operatorRoutes = {
  key: route({
    method: 'GET',
    path: '/operator/key',
    access: ['operator'],
    permission: 'any',
    limitsToGames: true,
    summary: 'The name and permissions of this operator key.',
    reply: object({ Name: text(200), Permissions: Type.Array(OperatorPermission) }),
  }),
  content: route({
    method: 'GET',
    path: '/operator/content',
    access: ['operator'],
    permission: 'content.read',
    summary: "The portal's content as the files of a content folder.",
    reply: object({ Version, Files: Type.Array(ContentFile) }),
  }),
  compareContent: route({
    method: 'POST',
    path: '/operator/content/compare',
    access: ['operator'],
    permission: 'content.read',
    summary: 'Show what a content folder would change, without changing it.',
    body: object({ Files }),
    bodyLimit,
    reply: object({ Version, Differences: Type.Array(ContentDifference), Notes }),
  }),
  applyContent: route({
    method: 'POST',
    path: '/operator/content/apply',
    access: ['operator'],
    permission: 'content.change',
    audit: 'change',
    summary: 'Apply a content folder, all of it or nothing. Fails if the content has changed since `Version`.',
    body: object({ Version, Files }),
    bodyLimit,
    reply: object({ Version, Differences: Type.Array(ContentDifference), Notes }),
    errors: ['Conflict'],
  }),
  contentChanges: route({
    method: 'GET',
    path: '/operator/content/changes',
    access: ['operator'],
    permission: 'content.read',
    summary: 'Who changed the content and when, latest first.',
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
    permission: 'content.read',
    summary: 'What the portal still needs before it can open, and how to add it.',
    reply: object({ Missing: Type.Array(object({ What: text(500), Remedy: text(500) })) }),
  }),
};
