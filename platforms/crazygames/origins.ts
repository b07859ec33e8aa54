// Origins of the platform's pages, as content security policy sources. The platform publishes the list and requires
// all of it from games that it frames: https://docs.crazygames.com/resources/html5/sitelock
const regionalDomains = [
  'at',
  'co.id',
  'co.kr',
  'com.br',
  'com.ua',
  'com.vn',
  'cz',
  'dk',
  'fi',
  'fr',
  'hu',
  'jp',
  'nl',
  'no',
  'pl',
  'pt',
  'ro',
  'ru',
  'se',
  'vn',
].map((ending) => `https://www.crazygames.${ending}`);

export const frameOrigins = [
  // Includes the languages without a domain of their own, and games.crazygames.com, which contains the game.
  'https://*.crazygames.com',
  ...regionalDomains,
  // The platform is giving it up, but its list still has it.
  'https://www.1001juegos.com',
  // The app, which has its own scheme on Apple devices.
  'capacitor://app.crazygames.com',
];
