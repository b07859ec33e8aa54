/** The pages that frame a Mini App: Telegram's web clients. Native clients don't frame. */
export const framingOrigins = ['https://web.telegram.org'] as const;
