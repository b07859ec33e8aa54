// The demo games: one in a frame, one with Unity's loader, one in maintenance, and Bridge Explorer, on which developers
// try the bridge.
import type { PublicGameConfig } from '#contract/config.ts';
import { storeProviderFlagFields } from '#contract/registries.ts';
import { locales } from '#model/locale.ts';
import type { RefundRule } from '#model/refund-rule.ts';
import { demoLauncherOptions } from './add-demo-desktop-builds.ts';

export interface DemoGame {
  readonly game: string;
  readonly config: PublicGameConfig;
  readonly refunds?: RefundRule;
}

const simulated = new Set([
  'FacebookPayEnabled',
  'MoneyMailRuEnabled',
  'StripeEnabled',
  'XsollaEnabled',
  'YookassaEnabled',
]);
const demoStore = Object.fromEntries(
  Object.keys(storeProviderFlagFields).map((flag) => [flag, simulated.has(flag)]),
) as PublicGameConfig['Store'];

const art = {
  WideArt: '/art/wide.svg',
  SquareArt: '/art/square.svg',
  Logo: '/art/logo.svg',
  Screenshots: ['/art/shot-1.svg', '/art/shot-2.svg'],
};

const demoControls = {
  en: 'Arrow keys and Enter, or a finger. P pauses, M switches the sound on.',
  de: 'Pfeiltasten und Enter oder ein Finger. P hält an, M schaltet den Ton ein.',
  es: 'Flechas e Intro, o un dedo. P pausa, M activa el sonido.',
  fa: 'کلیدهای جهت‌نما و Enter، یا انگشت. P مکث، M صدا.',
  fr: 'Flèches et Entrée, ou un doigt. P met en pause, M active le son.',
  it: 'Frecce e Invio, o un dito. P mette in pausa, M attiva il suono.',
  ja: '矢印キーとEnter、または指で操作。Pで一時停止、Mで音。',
  ko: '방향키와 Enter 또는 손가락. P는 일시정지, M은 소리.',
  'pt-br': 'Setas e Enter, ou um dedo. P pausa, M liga o som.',
  ru: 'Стрелки и Enter или палец. P — пауза, M — звук.',
  tr: 'Ok tuşları ve Enter ya da parmak. P duraklatır, M sesi açar.',
  zh: '方向键和回车，或用手指。P 暂停，M 打开声音。',
  uk: 'Стрілки та Enter або палець. P — пауза, M — звук.',
  pl: 'Strzałki i Enter albo palec. P wstrzymuje, M włącza dźwięk.',
};

export const demoGames: readonly DemoGame[] = [
  {
    game: 'gem-miner',
    config: {
      ...shared('gem-miner'),
      PlayGameType: 'Iframe',
      GameOrientation: 'Unspecified',
      StorePage: {
        ...art,
        Title: {
          en: 'Gem Miner',
          de: 'Edelsteinmine',
          es: 'Minero de gemas',
          fa: 'معدنچی گوهر',
          fr: 'Mineur de gemmes',
          it: 'Minatore di gemme',
          ja: '宝石マイナー',
          ko: '보석 광부',
          'pt-br': 'Minerador de gemas',
          ru: 'Добытчик самоцветов',
          tr: 'Mücevher Madencisi',
          zh: '宝石矿工',
          uk: 'Шукач самоцвітів',
          pl: 'Górnik klejnotów',
        },
        Tagline: {
          en: 'Dig deep, mind your lamp.',
          de: 'Grab tief, achte auf deine Lampe.',
          es: 'Cava hondo y cuida tu lámpara.',
          fa: 'عمیق بکن و مراقب چراغت باش.',
          fr: 'Creuse profond, surveille ta lampe.',
          it: 'Scava a fondo e bada alla lampada.',
          ja: '深く掘れ、ランプに気をつけて。',
          ko: '깊이 파고, 램프를 지키세요.',
          'pt-br': 'Cave fundo e cuide da lamparina.',
          ru: 'Копай глубже, береги лампу.',
          tr: 'Derine kaz, lambana dikkat et.',
          zh: '越挖越深，小心灯油。',
          uk: 'Копай глибше, бережи лампу.',
          pl: 'Kop głęboko i pilnuj lampy.',
        },
        Description: {
          en: 'A little miner, a lamp with a little oil, and rock that grows harder and richer with every layer.',
          de: 'Ein kleiner Bergmann, eine Lampe mit etwas Öl und Gestein, das mit jeder Schicht härter und reicher wird.',
          fr: 'Un petit mineur, une lampe avec un peu d’huile, et une roche plus dure et plus riche à chaque couche.',
          pl: 'Mały górnik, lampa z odrobiną oleju i skała, która z każdą warstwą jest twardsza i bogatsza.',
        },
        Rating: 4.6,
        RatingCount: 1280,
        Genre: 'Arcade',
        Tags: ['relaxing', 'one-handed'],
        Controls: demoControls,
      },
      AdPlacements: [{ Id: 'refill', Kind: 'Rewarded', CooldownSeconds: 60 }],
      Leaderboards: [
        { Id: 'depth', Name: { en: 'Depth', de: 'Tiefe', fr: 'Profondeur', pl: 'Głębokość' }, Ascending: false },
      ],
    },
  },
  {
    game: 'sky-courier',
    refunds: { WithinHours: 336, MostPerMonth: 3, AfterDelivery: true },
    config: {
      ...shared('sky-courier'),
      Launcher: demoLauncherOptions,
      // Providers whose payment page opens in a new tab; roubles are paid on the portal's own page.
      Store: { ...demoStore, AghanimEnabled: true, Bank131Enabled: true, YookassaEnabled: false },
      PlayGameType: 'Unity',
      GameOrientation: 'Horizontal',
      StorePage: {
        ...art,
        Title: {
          en: 'Sky Courier',
          de: 'Himmelskurier',
          es: 'Mensajero del cielo',
          fa: 'پیک آسمان',
          fr: 'Courrier du ciel',
          it: 'Corriere del cielo',
          ja: 'スカイクーリエ',
          ko: '하늘 배달부',
          'pt-br': 'Mensageiro do céu',
          ru: 'Небесный курьер',
          tr: 'Gökyüzü Kuryesi',
          zh: '天空信使',
          uk: 'Небесний кур’єр',
          pl: 'Podniebny kurier',
        },
        Tagline: {
          en: 'The mail glides at dawn.',
          de: 'Die Post gleitet im Morgenrot.',
          es: 'El correo planea al amanecer.',
          fa: 'نامه‌ها سپیده‌دم پر می‌کشند.',
          fr: 'Le courrier plane à l’aube.',
          it: 'La posta plana all’alba.',
          ja: '夜明けに、郵便は滑空する。',
          ko: '새벽에 우편이 활공합니다.',
          'pt-br': 'O correio plana ao amanhecer.',
          ru: 'Почта летит на рассвете.',
          tr: 'Posta şafakta süzülür.',
          zh: '黎明时分，信件滑翔。',
          uk: 'Пошта летить на світанку.',
          pl: 'Poczta szybuje o świcie.',
        },
        Description: {
          en: 'Fly the mail glider through islands of cloud. Rings give parcels, the wind gives speed.',
          de: 'Steuere den Postgleiter durch Wolkeninseln. Ringe bringen Pakete, der Wind bringt Tempo.',
          fr: 'Pilote le planeur postal entre les îles de nuages. Les anneaux donnent des colis, le vent de la vitesse.',
          pl: 'Pilotuj szybowiec pocztowy wśród wysp z chmur. Pierścienie dają paczki, wiatr daje prędkość.',
        },
        Rating: 4.4,
        RatingCount: 860,
        Genre: 'Flight',
        Tags: ['relaxing'],
        Controls: demoControls,
      },
      Presentation: { MinRatio: 1.2 },
    },
  },
  {
    game: 'paper-fleet',
    config: {
      ...shared('paper-fleet'),
      PlayGameType: 'Iframe',
      GameOrientation: 'Unspecified',
      Maintenance: {
        From: '2026-01-01T00:00:00Z',
        Message: {
          en: 'The fleet is in dock for repairs.',
          de: 'Die Flotte liegt zur Reparatur im Dock.',
          fr: 'La flotte est en cale pour réparation.',
          pl: 'Flota stoi w doku na czas naprawy.',
        },
      },
      StorePage: {
        ...art,
        Title: {
          en: 'Paper Fleet',
          de: 'Papierflotte',
          es: 'Flota de papel',
          fa: 'ناوگان کاغذی',
          fr: 'Flotte de papier',
          it: 'Flotta di carta',
          ja: '紙の艦隊',
          ko: '종이 함대',
          'pt-br': 'Frota de papel',
          ru: 'Бумажный флот',
          tr: 'Kâğıt Filo',
          zh: '纸舰队',
          uk: 'Паперовий флот',
          pl: 'Papierowa flota',
        },
        Tagline: {
          en: 'A duel on squared paper.',
          de: 'Ein Duell auf Karopapier.',
          es: 'Un duelo en papel cuadriculado.',
          fa: 'دوئلی روی کاغذ شطرنجی.',
          fr: 'Un duel sur papier quadrillé.',
          it: 'Un duello su carta a quadretti.',
          ja: '方眼紙の上の決闘。',
          ko: '모눈종이 위의 결투.',
          'pt-br': 'Um duelo em papel quadriculado.',
          ru: 'Дуэль на клетчатой бумаге.',
          tr: 'Kareli kâğıtta bir düello.',
          zh: '方格纸上的对决。',
          uk: 'Дуель на клітчастому папері.',
          pl: 'Pojedynek na kartce w kratkę.',
        },
        Description: {
          en: 'Fold your ships, choose your squares, and out-think the captain on the other side of the page.',
          de: 'Falte deine Schiffe, wähle deine Felder und überliste den Kapitän auf der anderen Seite.',
          fr: 'Plie tes bateaux, choisis tes cases et déjoue le capitaine de l’autre côté de la page.',
          pl: 'Złóż swoje statki, wybierz pola i przechytrz kapitana po drugiej stronie kartki.',
        },
        Rating: 4.1,
        RatingCount: 410,
        Genre: 'Strategy',
        Tags: ['turn-based'],
        Controls: demoControls,
      },
    },
  },
  {
    game: 'bridge-explorer',
    config: {
      ...shared('bridge-explorer'),
      AdPlacements: [{ Id: 'explorer', Kind: 'Rewarded', CooldownSeconds: 30 }],
      PlayGameType: 'Iframe',
      GameOrientation: 'Unspecified',
      StorePage: {
        ...art,
        Title: {
          en: 'Bridge Explorer',
          de: 'Brücken-Explorer',
          es: 'Explorador del puente',
          fa: 'کاوشگر پل',
          fr: 'Explorateur du pont',
          it: 'Esploratore del ponte',
          ja: 'ブリッジエクスプローラー',
          ko: '브리지 탐색기',
          'pt-br': 'Explorador da ponte',
          ru: 'Обозреватель моста',
          tr: 'Köprü Gezgini',
          zh: '桥接浏览器',
          uk: 'Оглядач мосту',
          pl: 'Eksplorator mostu',
        },
        Tagline: {
          en: 'Every call, every event.',
          de: 'Jeder Aufruf, jedes Ereignis.',
          es: 'Cada llamada, cada evento.',
          fa: 'هر فراخوانی، هر رویداد.',
          fr: 'Chaque appel, chaque événement.',
          it: 'Ogni chiamata, ogni evento.',
          ja: 'すべての呼び出しとイベント。',
          ko: '모든 호출, 모든 이벤트.',
          'pt-br': 'Cada chamada, cada evento.',
          ru: 'Каждый вызов, каждое событие.',
          tr: 'Her çağrı, her olay.',
          zh: '每个调用，每个事件。',
          uk: 'Кожен виклик, кожна подія.',
          pl: 'Każde wywołanie, każde zdarzenie.',
        },
        Description: {
          en: 'For developers: call every method of the bridge with parameters of your own, and watch every event arrive.',
          de: 'Für Entwickler: Rufe jede Methode der Brücke mit eigenen Parametern auf und sieh jedes Ereignis eintreffen.',
          fr: 'Pour les développeurs : appelle chaque méthode du pont avec tes paramètres et vois arriver chaque événement.',
          pl: 'Dla programistów: wywołaj każdą metodę mostu z własnymi parametrami i zobacz każde nadchodzące zdarzenie.',
        },
        Genre: 'Tools',
      },
    },
  },
];

function shared(game: string) {
  return {
    GameSystemName: game,
    Presentation: {},
    SupportedLanguages: [...locales],
    PlatformData: {},
    Store: demoStore,
    CompanyName: 'FxId Demo Studio',
    Links: { CommunityUrl: `https://community.example/${game}` },
    AllowedAuthProviders: ['email', 'google', 'apple', 'facebook', 'vk'],
    Leaderboards: [],
    Servers: [],
    AdPlacements: [],
  };
}
