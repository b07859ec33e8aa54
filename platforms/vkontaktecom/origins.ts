// Where VK's own pages are, as a content policy writes it. VK moves from one domain to the other: both count. A browser that does not
// tell who frames us is given those without an asterisk, so the pages for phones are named too.
export const origins = ['vk.com', 'vk.ru'].flatMap((host) => [
  `https://${host}`,
  `https://m.${host}`,
  `https://*.${host}`,
]);
