import type { api } from '#console/api.ts';

export type Draft = Awaited<ReturnType<typeof api.operatorDrafts.list>>['Drafts'][number];
export type DraftDetails = Awaited<ReturnType<typeof api.operatorDrafts.read>>;

export const draftStates = ['Open', 'Scheduled', 'Applied', 'Discarded'] as const;
export type DraftState = (typeof draftStates)[number];

export const isDraftState = (value: string | undefined): value is DraftState =>
  draftStates.some((state) => state === value);

/** The editor of a draft's object. */
export function findEditorPath({ Object: name, DraftId, Game }: Draft): string {
  const game = Game === undefined ? '' : `&game=${Game}`;
  const [, document] = /(?:^|\/)documents\/(tos|pp)$/.exec(name) ?? [];
  if (document !== undefined) return `/documents/${document}?draft=${DraftId}${game}`;
  const [, article] = /(?:^|\/)news\/([0-9a-f-]{36})$/.exec(name) ?? [];
  if (article !== undefined) return `/news/edit?id=${article}&draft=${DraftId}${game}`;
  return `/drafts/new?object=${encodeURIComponent(name)}&draft=${DraftId}`;
}
