/** One word or phrase per line, each once. */
export const splitWords = (text: string): string[] => [
  ...new Set(text.split('\n').flatMap((line) => line.trim().slice(0, 60).trim() || [])),
];

export const joinWords = (words: readonly string[]): string => words.join('\n');
