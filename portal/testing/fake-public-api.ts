// Replies to a visitor who is not signed in, for tests of public pages.
import type { PageRenderOptions } from '#model/rendered-page.ts';
import { findCallName } from './mock-api.ts';

const texts = (text: string) => ({ en: text, de: `${text} (de)`, fa: `${text} (fa)` });
const art = 'https://gem-miner.games.example/art/wide.svg';

const game = {
  GameSystemName: 'gem-miner',
  PlayGameType: 'Web',
  StorePage: {
    Title: texts('Gem Miner'),
    Tagline: texts('Dig & <shine>'),
    Description: texts('A long way down.\nAnd up again.'),
    WideArt: art,
    SquareArt: art,
    Screenshots: [art],
    Rating: 4.5,
    RatingCount: 1234,
    Genre: 'Arcade',
  },
  SupportedLanguages: ['en', 'de', 'fa'],
  Store: { Stripe: true },
  Leaderboards: [],
  Links: { CommunityUrl: 'https://community.example/gem-miner' },
};

const price = (amount: number) => ({ Price: amount, Currency: 'EUR', LocalizedPrice: `${amount} €` });
const product = {
  Game: 'gem-miner',
  Sku: 'gems.100',
  ProductName: '100 gems',
  ProductDescription: 'A <handful>',
  ProductType: 'Consumable',
  Labels: ['Popular'],
  Quantity: 100,
  Price: 1.5,
  Currency: 'EUR',
  PriceData: price(1.5),
  WasPrice: price(3),
};

const document = (type: string) => ({
  Id: type,
  DocumentType: { Value: type, NeedUserAcceptance: true },
  IsActive: true,
  CreatedAt: '2026-01-01T23:30:00.000Z',
  Versions: [
    {
      Id: `${type}-1`,
      DocumentId: type,
      CreatedAt: '2026-01-01T23:30:00.000Z',
      Accepts: [],
      Content: { ContentType: 'Markdown', Value: '# Rules\n\nBe *kind*, and read [this](https://law.example).' },
    },
  ],
});

const cards = ['gem-miner', 'sky-courier'].map((name) => ({
  GameSystemName: name,
  PlayGameType: 'Web',
  Title: name,
  Tagline: 'Dig & <shine>',
  Genre: 'Arcade',
  Tags: ['mining'],
  WideArt: art,
  SquareArt: art,
  InMaintenance: name === 'sky-courier',
}));

const newsItem = {
  Id: '0196f0a0-0000-7000-8000-000000000001',
  CreatedAt: '2026-02-03T23:30:00.000Z',
  Messages: [{ Locale: 'en', Header: 'New <levels>', Message: 'Ten **more**.' }],
  Priority: 'Normal',
  Tags: ['update'],
};

const replies: Readonly<Record<string, object>> = {
  'discovery.shelves': {
    Total: 2,
    Games: cards,
    Featured: 'gem-miner',
    Popular: ['gem-miner', 'sky-courier'],
    New: ['sky-courier'],
    Kinds: [{ Kind: 'Genre', Name: 'Arcade', Games: ['gem-miner'] }],
  },
  'discovery.browse': { Games: cards, Total: 2, PageSize: 24 },
  'discovery.kinds': { Genres: [{ Name: 'Arcade', Games: 2 }], Tags: [{ Name: 'mining', Games: 1 }] },
  'discovery.about': { Plays: 1234, Players: 56, ReleasedAt: '2026-01-01T23:30:00.000Z', Related: cards },
  'games.publicConfig': game,
  'info.newsItem': { Item: newsItem, GameSystemName: 'gem-miner' },
  'info.news': {
    News: [newsItem],
  },
  'store.storeAvailability': { Available: true },
  'store.storeData': { Products: [product], Currency: 'EUR', Currencies: ['EUR', 'USD'] },
  'documents.listWithVersions': { Documents: [document('TOS'), document('PP')] },
};

export const fakePublicApi: PageRenderOptions['send'] = async (url) => {
  const name = findCallName(new URL(url, 'http://portal.invalid').pathname);
  const reply = replies[name];
  if (!reply) throw new Error(`The test has no reply for ${name}.`);
  return { status: 200, headers: { get: () => 'application/json' }, text: async () => JSON.stringify(reply) };
};
