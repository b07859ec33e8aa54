// The demo games' event rules, quests and builds, and which game may read another's player ids.
export interface DemoQuest {
  readonly game: string;
  readonly code: string;
  readonly filter1?: string;
  readonly adds: 'one' | 'value';
  readonly goal: number;
  readonly titles: Readonly<Record<string, string>>;
  /** The demo games have no server, so their pages' reports count. */
  readonly reward?: { readonly sku: string };
  readonly achievement?: string;
}

export const demoEventRules = [
  { game: 'gem-miner', code: 'run_over' },
  { game: 'sky-courier', code: 'flight_over' },
] as const;

export const demoQuests: readonly DemoQuest[] = [
  {
    game: 'gem-miner',
    code: 'run_over',
    adds: 'one',
    goal: 5,
    reward: { sku: 'gems-100' },
    titles: {
      en: 'Go down the mine five times',
      de: 'Fahre fünfmal in die Mine ein',
      es: 'Baja cinco veces a la mina',
      fa: 'پنج بار به معدن برو',
      fr: 'Descends cinq fois dans la mine',
      it: 'Scendi cinque volte in miniera',
      ja: '鉱山に5回もぐる',
      ko: '광산에 다섯 번 내려가기',
      'pt-br': 'Desça cinco vezes à mina',
      ru: 'Спустись в шахту пять раз',
      tr: 'Madene beş kez in',
      zh: '下矿五次',
      uk: 'Спустися в шахту п’ять разів',
      pl: 'Zejdź do kopalni pięć razy',
    },
  },
  {
    game: 'gem-miner',
    code: 'run_over',
    filter1: 'heart',
    adds: 'one',
    goal: 1,
    achievement: 'heart',
    titles: {
      en: 'Reach the Heart of the Mountain',
      de: 'Erreiche das Herz des Berges',
      es: 'Llega al Corazón de la Montaña',
      fa: 'به قلب کوه برس',
      fr: 'Atteins le Cœur de la Montagne',
      it: 'Raggiungi il Cuore della Montagna',
      ja: '山の心臓にたどり着く',
      ko: '산의 심장에 도달하기',
      'pt-br': 'Alcance o Coração da Montanha',
      ru: 'Доберись до Сердца горы',
      tr: 'Dağın Kalbine ulaş',
      zh: '抵达山之心',
      uk: 'Дістанься Серця гори',
      pl: 'Dotrzyj do Serca Góry',
    },
  },
  {
    game: 'sky-courier',
    code: 'flight_over',
    adds: 'value',
    goal: 100,
    titles: {
      en: 'Carry a hundred parcels',
      de: 'Befördere hundert Pakete',
      es: 'Lleva cien paquetes',
      fa: 'صد بسته را برسان',
      fr: 'Transporte cent colis',
      it: 'Trasporta cento pacchi',
      ja: '荷物を100個運ぶ',
      ko: '소포 백 개 나르기',
      'pt-br': 'Leve cem pacotes',
      ru: 'Доставь сто посылок',
      tr: 'Yüz koli taşı',
      zh: '运送一百个包裹',
      uk: 'Перевези сто посилок',
      pl: 'Przewieź sto paczek',
    },
  },
  {
    game: 'sky-courier',
    code: 'flight_over',
    filter1: 'delivered',
    adds: 'one',
    goal: 3,
    titles: {
      en: 'Bring the mail to the lighthouse three times',
      de: 'Bring die Post dreimal zum Leuchtturm',
      es: 'Lleva el correo al faro tres veces',
      fa: 'نامه‌ها را سه بار به فانوس دریایی برسان',
      fr: 'Apporte trois fois le courrier au phare',
      it: 'Porta la posta al faro tre volte',
      ja: '灯台に郵便を3回届ける',
      ko: '등대에 우편 세 번 배달하기',
      'pt-br': 'Leve o correio ao farol três vezes',
      ru: 'Доставь почту на маяк три раза',
      tr: 'Postayı deniz fenerine üç kez götür',
      zh: '把信件送到灯塔三次',
      uk: 'Достав пошту на маяк тричі',
      pl: 'Zanieś pocztę do latarni trzy razy',
    },
  },
];

export const demoBuilds = [
  {
    game: 'gem-miner',
    number: 1,
    url: '/builds/1/',
    createdAt: '2026-01-12T09:00:00Z',
    description: 'A first sketch: stones to turn over',
  },
  {
    game: 'gem-miner',
    number: 2,
    url: '/',
    createdAt: '2026-03-02T09:00:00Z',
    description: 'A miner, a lamp, and the Heart of the Mountain',
  },
] as const;

export const demoPlayerIdSharing = [{ game: 'gem-miner', shown_to: 'sky-courier' }] as const;
