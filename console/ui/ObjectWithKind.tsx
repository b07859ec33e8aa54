import { useKnownText } from '#console/i18n/use-known-text.ts';
import { isAuditedList } from './object-paths.ts';
import { ObjectLink } from './ObjectLink.tsx';

/** The kind of an object and a link to it. A list that was read has only a kind. */
export function ObjectWithKind({ kind, id }: { kind: string; id: string }) {
  const knownText = useKnownText();
  return (
    <span className="text-with-links">
      {knownText('auditLog.kinds', kind)} {!isAuditedList(kind, id) && <ObjectLink kind={kind} id={id} />}
    </span>
  );
}
