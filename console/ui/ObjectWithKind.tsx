import { useKnownText } from '#console/i18n/use-known-text.ts';
import { isOneObject } from './object-paths.ts';
import { ObjectLink } from './ObjectLink.tsx';

/** What the audit log names: "Player b9f9ca50-…", or only "Player" where many were read. */
export function ObjectWithKind({ kind, id }: { kind: string; id: string }) {
  const knownText = useKnownText();
  return (
    <span className="text-with-links">
      {knownText('auditLog.kinds', kind)} {isOneObject(id) && <ObjectLink kind={kind} id={id} />}
    </span>
  );
}
