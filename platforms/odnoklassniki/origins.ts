// Where the platform's own pages are, as a content policy writes it. A browser that does not tell who frames us is given those without
// an asterisk, so the page for phones is named too.
export const origins = ['https://ok.ru', 'https://m.ok.ru', 'https://*.ok.ru'];
