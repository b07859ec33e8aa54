// Origins of the platform's pages, as content security policy sources. The page for phones is listed too, because
// entries with an asterisk can't be used if the browser doesn't report the framing origin.
export const framingOrigins = ['https://ok.ru', 'https://m.ok.ru', 'https://*.ok.ru'];
