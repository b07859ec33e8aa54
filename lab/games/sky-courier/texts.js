// The words of the page around the engine. The words of the game itself are in its data file.

export const texts = {
  en: {
    title: 'Sky Courier',
    loading: 'Loading',
    failed: 'The game could not be loaded. Check the connection and reload the page.',
    fullscreen: 'Full screen',
  },
  de: {
    title: 'Sky Courier',
    loading: 'Wird geladen',
    failed: 'Das Spiel konnte nicht geladen werden. Prüfe die Verbindung und lade die Seite neu.',
    fullscreen: 'Vollbild',
  },
  es: {
    title: 'Sky Courier',
    loading: 'Cargando',
    failed: 'No se pudo cargar el juego. Comprueba la conexión y recarga la página.',
    fullscreen: 'Pantalla completa',
  },
  fa: {
    title: 'پیک آسمان',
    loading: 'در حال بارگیری',
    failed: 'بازی بارگیری نشد. اتصال را بررسی و صفحه را دوباره باز کن.',
    fullscreen: 'تمام‌صفحه',
  },
  fr: {
    title: 'Sky Courier',
    loading: 'Chargement',
    failed: 'Le jeu n’a pas pu être chargé. Vérifiez la connexion et rechargez la page.',
    fullscreen: 'Plein écran',
  },
  it: {
    title: 'Sky Courier',
    loading: 'Caricamento',
    failed: 'Impossibile caricare il gioco. Controlla la connessione e ricarica la pagina.',
    fullscreen: 'Schermo intero',
  },
  ja: {
    title: 'スカイクーリエ',
    loading: '読み込み中',
    failed: 'ゲームを読み込めませんでした。接続を確認して再読み込みしてください。',
    fullscreen: '全画面',
  },
  ko: {
    title: '스카이 쿠리어',
    loading: '불러오는 중',
    failed: '게임을 불러오지 못했습니다. 연결을 확인하고 새로 고치세요.',
    fullscreen: '전체 화면',
  },
  'pt-br': {
    title: 'Sky Courier',
    loading: 'Carregando',
    failed: 'Não foi possível carregar o jogo. Verifique a conexão e recarregue a página.',
    fullscreen: 'Tela cheia',
  },
  ru: {
    title: 'Sky Courier',
    loading: 'Загрузка',
    failed: 'Не удалось загрузить игру. Проверьте соединение и обновите страницу.',
    fullscreen: 'Во весь экран',
  },
  tr: {
    title: 'Sky Courier',
    loading: 'Yükleniyor',
    failed: 'Oyun yüklenemedi. Bağlantını denetle ve sayfayı yenile.',
    fullscreen: 'Tam ekran',
  },
  zh: {
    title: '天空信使',
    loading: '正在加载',
    failed: '无法加载游戏。请检查网络并刷新页面。',
    fullscreen: '全屏',
  },
  uk: {
    title: 'Sky Courier',
    loading: 'Завантаження',
    failed: 'Не вдалося завантажити гру. Перевірте з’єднання й оновіть сторінку.',
    fullscreen: 'На весь екран',
  },
  pl: {
    title: 'Sky Courier',
    loading: 'Wczytywanie',
    failed: 'Nie udało się wczytać gry. Sprawdź połączenie i odśwież stronę.',
    fullscreen: 'Pełny ekran',
  },
};
