// Origins of VK's pages, as content security policy sources; VK is moving between two domains. Pages for phones are
// listed too, because entries with an asterisk can't be used if the browser doesn't report the framing origin.
export const framingOrigins = ['vk.com', 'vk.ru'].flatMap((host) => [
  `https://${host}`,
  `https://m.${host}`,
  `https://*.${host}`,
]);
