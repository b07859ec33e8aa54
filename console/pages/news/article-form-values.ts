import type { Locale } from '#model/locale.ts';

export const priorities = ['Unspecified', 'Low', 'Update', 'Info', 'News', 'Alert', 'Critical'] as const;
export type ArticlePriority = (typeof priorities)[number];

export const isPriority = (value: string | null): value is ArticlePriority =>
  priorities.some((priority) => priority === value);

export interface ArticleFormValues {
  readonly messages: Readonly<Partial<Record<Locale, { readonly header: string; readonly message: string }>>>;
  readonly priority: ArticlePriority;
  readonly link: string;
  readonly imageUrl: string;
  readonly iconUrl: string;
  readonly tags: readonly string[];
}

interface ArticleFields {
  readonly Messages: { readonly Locale: Locale; readonly Header: string; readonly Message: string }[];
  readonly Priority: ArticlePriority;
  readonly Link?: string;
  readonly ImageUrl?: string;
  readonly IconUrl?: string;
  readonly Tags: string[];
}

/** @param value an article as drafts have it; undefined for a new one */
export function readArticleForm(value: unknown): ArticleFormValues {
  const article = (value ?? {}) as Partial<ArticleFields>;
  const messages = (article.Messages ?? []).map(
    ({ Locale, Header, Message }) => [Locale, { header: Header, message: Message }] as const,
  );
  return {
    messages: messages.length === 0 ? { en: { header: '', message: '' } } : Object.fromEntries(messages),
    priority: article.Priority ?? 'News',
    link: article.Link ?? '',
    imageUrl: article.ImageUrl ?? '',
    iconUrl: article.IconUrl ?? '',
    tags: article.Tags ?? [],
  };
}

export function toArticleFields({
  messages,
  priority,
  link,
  imageUrl,
  iconUrl,
  tags,
}: ArticleFormValues): ArticleFields {
  const entries = Object.entries(messages) as [Locale, { header: string; message: string }][];
  return {
    Messages: entries.map(([Locale, { header, message }]) => ({ Locale, Header: header, Message: message })),
    Priority: priority,
    ...(link.trim() !== '' && { Link: link.trim() }),
    ...(imageUrl.trim() !== '' && { ImageUrl: imageUrl.trim() }),
    ...(iconUrl.trim() !== '' && { IconUrl: iconUrl.trim() }),
    Tags: [...tags],
  };
}
