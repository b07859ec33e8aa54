// Where VK's own pages are, as a content policy writes it. VK moves from one domain to the other: both count. A browser that does not
// tell who frames us is given those without an asterisk, so the pages for phones are named too.
export const origins = [
  'https://vk.com',
  'https://m.vk.com',
  'https://*.vk.com',
  'https://vk.ru',
  'https://m.vk.ru',
  'https://*.vk.ru',
] as const;
