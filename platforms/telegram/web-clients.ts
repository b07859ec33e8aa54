/** The pages of Telegram that frame a Mini App: its web clients. Native clients do not frame. */
export const webClients = ['https://web.telegram.org'] as const;
