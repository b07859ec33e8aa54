import { Link } from 'react-router';
import { findObjectPath } from './object-paths.ts';

/** An object of the audit log or of the search: its id leads to its page, if it has one. */
export function ObjectLink({ kind, id, text = id }: { kind: string; id: string; text?: string }) {
  const path = findObjectPath(kind, id);
  return path === undefined ? <span>{text}</span> : <Link to={path}>{text}</Link>;
}
