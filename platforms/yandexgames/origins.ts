/**
 * Origins of the pages that frame games, as content security policy sources: the top-level domains in the types of the
 * platform's script. Of the `ya` domains only one is known to be the platform's.
 */
export const framingOrigins = [
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
