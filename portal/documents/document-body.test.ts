import { expect, test } from 'vitest';
import {
  getDocumentBody,
  findApplicableDocument,
  findNewestDocumentVersion,
  type LegalDocumentVersion,
  type LegalDocument,
} from './document-body.ts';

const origin = 'https://play.example';
const version = (part: Partial<LegalDocumentVersion>): LegalDocumentVersion => ({
  Id: '00000000-0000-4000-8000-000000000001',
  CreatedAt: '2026-01-01T00:00:00.000Z',
  Accepts: [],
  ...part,
});
const content = (ContentType: 'Markdown' | 'Html' | 'Link' | 'Image', Value: string) => ({
  Content: { ContentType, Value },
});

test.each([
  [content('Markdown', '# Terms'), { kind: 'markdown', text: '# Terms' }],
  [content('Link', ' https://law.example/tos '), { kind: 'link', url: 'https://law.example/tos' }],
  [content('Image', '/scan.png'), { kind: 'image', url: 'https://play.example/scan.png' }],
  [{ Url: '/terms.pdf' }, { kind: 'link', url: 'https://play.example/terms.pdf' }],
  [{}, { kind: 'nothing' }],
  [
    { ...content('Html', '<b>x</b>'), Url: 'https://law.example/' },
    { kind: 'link', url: 'https://law.example/' },
  ],
  [content('Html', '<b>x</b>'), { kind: 'text', text: '<b>x</b>' }],
])('shows %o as %o', (part, body) => {
  expect(getDocumentBody(version(part), origin)).toEqual(body);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//evil.example/', ''])(
  'has no link to %j',
  (address) => {
    expect(getDocumentBody(version(content('Link', address)), origin)).toEqual({ kind: 'nothing' });
  },
);

const legal = (part: Partial<LegalDocument>): LegalDocument => ({
  Id: '00000000-0000-4000-8000-000000000002',
  DocumentType: { Value: 'TOS', NeedUserAcceptance: true },
  CreatedAt: '2026-01-01T00:00:00.000Z',
  IsActive: true,
  Versions: [version({})],
  ...part,
});

test('uses the version that the server lists first, whatever the dates', () => {
  const versions = ['2026-03-01', '2026-05-01'].map((day) => version({ CreatedAt: `${day}T00:00:00.000Z` }));
  expect(findNewestDocumentVersion(legal({ Versions: versions }))?.CreatedAt).toBe('2026-03-01T00:00:00.000Z');
  expect(findNewestDocumentVersion(legal({ Versions: [] }))).toBeUndefined();
});

test("prefers a game's own document of the requested type over the portal's", () => {
  const privacy = legal({ DocumentType: { Value: 'PP', NeedUserAcceptance: false } });
  const portal = legal({});
  const ofGame = legal({ GameSystemName: 'gem-miner' });
  expect(findApplicableDocument([privacy, portal, ofGame], 'TOS')).toBe(ofGame);
  expect(findApplicableDocument([privacy, portal], 'TOS')).toBe(portal);
  expect(findApplicableDocument([privacy, legal({ Versions: [] })], 'TOS')).toBeUndefined();
});
