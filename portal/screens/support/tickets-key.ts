export const ticketsKey = (session: number) => ['tickets', session] as const;
