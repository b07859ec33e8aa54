// A document as an editor sees it: its newest version, and whether players must accept it. Published versions never
// change, so a changed text becomes the next version.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { Locale } from '#model/locale-schema.ts';
import { Problem } from '#model/problem.ts';
import { object, text, url } from '#model/schema.ts';
import { DocumentEntry, type DocumentVersionEntry } from '#server/features/content/types/document-content.ts';
import { joinDocumentLanguages, splitDocumentLanguages } from '#server/features/documents/document-languages.ts';

export const DocumentState = object({
  NeedUserAcceptance: Type.Boolean(),
  Active: Type.Boolean(),
  /** The number of the newest version; a draft has none for the next one. */
  Version: Type.Optional(Type.Integer({ minimum: 1 })),
  Url: Type.Optional(url),
  Texts: Type.Optional(
    Type.Array(object({ Locale, Text: text(200_000, { minLength: 1 }) }), { minItems: 1, maxItems: 30 }),
  ),
});
export type DocumentState = Static<typeof DocumentState>;

/** @param document an entry of the content folder, with its versions */
export function readDocumentState(document: unknown): DocumentState | undefined {
  if (document === undefined) return undefined;
  const { NeedUserAcceptance = false, Active = true, Versions } = Value.Parse(DocumentEntry, document);
  const newest = findNewest(Versions);
  return {
    NeedUserAcceptance,
    Active,
    ...(newest && { Version: newest.Number }),
    ...(newest?.Url !== undefined && { Url: newest.Url }),
    ...(newest?.Content && { Texts: splitDocumentLanguages(newest.Content.Value) }),
  };
}

/** The entry of the content folder with this state; undefined if the document is no longer wanted. */
export function changeDocument(document: unknown, wanted: unknown): DocumentEntry | undefined {
  if (wanted === undefined) return undefined;
  const { NeedUserAcceptance, Active, Url, Texts } = requireState(wanted);
  const Versions = document === undefined ? [] : Value.Parse(DocumentEntry, document).Versions;
  const newest = findNewest(Versions);
  const content = Texts && { Value: joinDocumentLanguages(Texts), ContentType: 'Markdown' as const };
  const isSame = newest !== undefined && newest.Url === Url && newest.Content?.Value === content?.Value;
  const next: DocumentVersionEntry = {
    Number: (newest?.Number ?? 0) + 1,
    ...(Url !== undefined && { Url }),
    ...(content && { Content: content }),
  };
  return { NeedUserAcceptance, Active, Versions: isSame ? Versions : [...Versions, next] };
}

function requireState(value: unknown): DocumentState {
  if (!Value.Check(DocumentState, value))
    throw new Problem('InvalidRequest', 'Value must have NeedUserAcceptance, Active, and Texts or a Url.');
  const locales = (value.Texts ?? []).map((each) => each.Locale);
  if (new Set(locales).size < locales.length) throw new Problem('InvalidRequest', 'A language is there twice.');
  if ((value.Texts === undefined) === (value.Url === undefined))
    throw new Problem('InvalidRequest', 'A document needs either texts or a Url.');
  return value;
}

const findNewest = (versions: readonly DocumentVersionEntry[]): DocumentVersionEntry | undefined =>
  versions.reduce<DocumentVersionEntry | undefined>(
    (newest, each) => (newest && newest.Number > each.Number ? newest : each),
    undefined,
  );
