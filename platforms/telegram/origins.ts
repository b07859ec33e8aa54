/** The pages that frame a Mini App: Telegram's web clients. Native clients do not frame. */
export const origins = ['https://web.telegram.org'] as const;
