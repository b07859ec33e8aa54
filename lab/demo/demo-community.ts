// Players with friends, news of several priorities in several languages, and legal documents in two versions.
export const demoPlayers = [
  {
    name: 'Ada',
    email: 'ada@players.example',
    locale: 'en',
    country: 'GBR',
    guest: false,
    games: ['gem-miner', 'sky-courier'],
    status: 'Digging below 300 m',
  },
  {
    name: 'Borys',
    email: 'borys@players.example',
    locale: 'uk',
    country: 'UKR',
    guest: false,
    games: ['gem-miner'],
    status: 'Шукаю сапфіри',
  },
  {
    name: 'Chiyo',
    email: 'chiyo@players.example',
    locale: 'ja',
    country: 'JPN',
    guest: false,
    games: ['sky-courier'],
    status: '雲の上を配達中',
  },
  {
    name: 'Darya',
    email: 'darya@players.example',
    locale: 'fa',
    country: 'IRN',
    guest: false,
    games: ['gem-miner', 'paper-fleet'],
    status: 'در جست‌وجوی گوهر',
  },
  { name: 'Guest 17', email: null, locale: 'de', country: 'DEU', guest: true, games: ['gem-miner'], status: null },
] as const;

export const demoFriendships: readonly (readonly [string, string])[] = [
  ['Ada', 'Borys'],
  ['Ada', 'Chiyo'],
  ['Ada', 'Darya'],
  ['Borys', 'Darya'],
];

/** How deep players of Gem Miner have come. */
export const demoDepths = { Borys: 64, Darya: 97, 'Guest 17': 31 } as const;

export interface DemoNews {
  readonly name: string;
  readonly game: string | null;
  readonly priority: 'News' | 'Update' | 'Info' | 'Alert';
  readonly createdAt: string;
  readonly tags: readonly string[];
  readonly link: string | null;
  readonly messages: readonly { Locale: string; Header: string; Message: string }[];
}

export const demoNews: readonly DemoNews[] = [
  {
    name: 'welcome',
    game: null,
    priority: 'News',
    createdAt: '2026-10-01T09:00:00Z',
    tags: ['portal'],
    link: null,
    messages: [
      {
        Locale: 'en',
        Header: 'One account, every game',
        Message: 'Sign in once and take your games along, **wherever you play**.',
      },
      {
        Locale: 'de',
        Header: 'Ein Konto, alle Spiele',
        Message: 'Einmal anmelden und überall weiterspielen, **wo immer du spielst**.',
      },
      { Locale: 'ru', Header: 'Один аккаунт — все игры', Message: 'Войдите один раз и играйте **где угодно**.' },
      {
        Locale: 'ja',
        Header: 'ひとつのアカウントで、すべてのゲームを',
        Message: '一度サインインすれば、**どこで遊んでも**続きから。',
      },
    ],
  },
  {
    name: 'gem-miner-depths',
    game: 'gem-miner',
    priority: 'Update',
    createdAt: '2026-10-12T12:00:00Z',
    tags: ['update'],
    link: '/play/gem-miner',
    messages: [
      { Locale: 'en', Header: 'Deeper: the crystal layer', Message: 'Below 300 m the rock begins to sing. Bring oil.' },
      {
        Locale: 'fr',
        Header: 'Plus profond : la couche de cristal',
        Message: 'Sous 300 m, la roche se met à chanter. Prends de l’huile.',
      },
      { Locale: 'pl', Header: 'Głębiej: warstwa kryształu', Message: 'Poniżej 300 m skała zaczyna śpiewać. Weź olej.' },
    ],
  },
  {
    name: 'sky-courier-winds',
    game: 'sky-courier',
    priority: 'Info',
    createdAt: '2026-10-20T07:30:00Z',
    tags: ['season'],
    link: null,
    messages: [
      { Locale: 'en', Header: 'Autumn winds', Message: 'Stronger tailwinds until the end of the month.' },
      { Locale: 'es', Header: 'Vientos de otoño', Message: 'Viento de cola más fuerte hasta fin de mes.' },
    ],
  },
  {
    name: 'paper-fleet-dock',
    game: 'paper-fleet',
    priority: 'Alert',
    createdAt: '2026-11-01T06:00:00Z',
    tags: ['maintenance'],
    link: null,
    messages: [
      { Locale: 'en', Header: 'In dock', Message: 'Paper Fleet is being repaired. Your ships are safe.' },
      { Locale: 'de', Header: 'Im Dock', Message: 'Papierflotte wird repariert. Deine Schiffe sind sicher.' },
      { Locale: 'tr', Header: 'Tersanede', Message: 'Kâğıt Filo onarımda. Gemilerin güvende.' },
    ],
  },
];

export interface DemoDocument {
  readonly name: string;
  readonly game: string | null;
  readonly type: 'TOS' | 'PP';
  readonly needsAcceptance: boolean;
  readonly versions: readonly { createdAt: string; text: string }[];
}

export const demoDocuments: readonly DemoDocument[] = [
  demoDocument('portal-tos', null, 'TOS', 'Terms of Service of the demo portal'),
  demoDocument('portal-pp', null, 'PP', 'Privacy Policy of the demo portal'),
  demoDocument('gem-miner-tos', 'gem-miner', 'TOS', 'Terms of Service of Gem Miner'),
  // Only one game shows the documents dialog, so that it doesn't interrupt trying the others.
  {
    ...demoDocument('bridge-explorer-tos', 'bridge-explorer', 'TOS', 'Terms of Service of Bridge Explorer'),
    needsAcceptance: true,
  },
];

function demoDocument(name: string, game: string | null, type: 'TOS' | 'PP', title: string): DemoDocument {
  const versions = [
    { createdAt: '2026-01-10T00:00:00Z', text: `# ${title}\n\nVersion 1. This is demo content: it binds nobody.\n` },
    {
      createdAt: '2026-09-01T00:00:00Z',
      text: `# ${title}\n\nVersion 2. This is demo content: it binds nobody.\n\n- Be kind.\n- Play fair.\n`,
    },
  ];
  return { name, game, type, needsAcceptance: false, versions };
}

export const demoProfanities: readonly string[] = ['blast', 'darn', 'drat'];
