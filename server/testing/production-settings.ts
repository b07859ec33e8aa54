/** The minimal settings for a production start. None of the addresses exist. */
export const productionSettings = {
  NODE_ENV: 'production',
  SECRET: 'q8Zt3vN1xK7mR5wY2bH9dL4sF6gJ0pCa',
  PUBLIC_URL: 'https://play.example',
  GAMES_URL: 'https://{game}.games.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  TURNSTILE_SITE_KEY: '0x4AAAAAAAexample',
  TURNSTILE_SECRET: '0x4AAAAAAAexampleSecret',
};
