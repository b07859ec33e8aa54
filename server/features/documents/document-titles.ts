export const documentTitles = { TOS: 'Terms of Service', PP: 'Privacy Policy' } as const;
export type DocumentTypeName = keyof typeof documentTitles;
