// Markdown as the portal shows it. Links show where they lead, but lead nowhere: what is previewed may not be published
// yet.
import { renderMarkdown } from '#model/render-markdown.ts';
import './markdown.css';

export function Markdown({ text }: { text: string }) {
  return (
    <div className="markdown">
      {renderMarkdown(text, ({ address, children }) => (
        <span className="markdown-link" title={address}>
          {children}
        </span>
      ))}
    </div>
  );
}
