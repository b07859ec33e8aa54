export const gameSorts = ['Popular', 'New', 'Name'] as const;
export type GameSortName = (typeof gameSorts)[number];
