/** In the browser's storage. The first page reads it, so it is a file of its own. */
export const unsentSavesKey = 'UnsentSaves';
