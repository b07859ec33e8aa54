/**
 * The pages that frame games, as a content policy writes them: the top-level domains that the types of the platform's script name. Of
 * `ya`, which stands beside `yandex`, one domain is known to be the platform's; the others may be anybody's.
 */
export const origins = [
  'az',
  'by',
  'co.il',
  'com',
  'com.am',
  'com.ge',
  'com.tr',
  'ee',
  'fr',
  'kg',
  'kz',
  'lt',
  'lv',
  'md',
  'ru',
  'tj',
  'tm',
  'ua',
  'uz',
]
  .map((top) => `yandex.${top}`)
  .concat('ya.ru', 'playhop.com')
  .flatMap((host) => [`https://${host}`, `https://*.${host}`]);
