/** Where the platform's own pages are, as a content policy writes it; its test stand is among the second. */
export const origins = ['https://ag.ru', 'https://*.ag.ru'];
