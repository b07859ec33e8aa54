/** Origins of the platform's pages, as content security policy sources. The second includes its test environment. */
export const framingOrigins = ['https://ag.ru', 'https://*.ag.ru'];
