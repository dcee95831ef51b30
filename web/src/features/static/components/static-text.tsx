import type { Inline } from '@hamkhan/contracts/inline/inline-node';
import { parseStaticPage } from '@hamkhan/contracts/static-page-text';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import './static-text.css';

const inline = (node: Inline, key: number): ReactNode => {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'break':
      return <br key={key} />;
    case 'code':
      return (
        <code key={key} dir="ltr">
          {node.text}
        </code>
      );
    case 'math':
      return `$${node.latex}$`;
    case 'strong':
      return <strong key={key}>{node.children.map(inline)}</strong>;
    case 'emphasis':
      return <em key={key}>{node.children.map(inline)}</em>;
    case 'link': {
      const words = <bdi>{node.children.map(inline)}</bdi>;
      return node.href.startsWith('/') ? (
        <Link key={key} className="link" to={node.href}>
          {words}
        </Link>
      ) : (
        <a key={key} className="link" href={node.href} rel="noopener noreferrer">
          {words}
        </a>
      );
    }
  }
};

/** Renders the text of a static page as elements; HTML in it is shown as text. */
export const StaticText = ({ content }: { content: string }) => {
  const blocks = useMemo(() => parseStaticPage(content), [content]);
  return (
    <div className="static-text">
      {blocks.map((block, index) => {
        switch (block.kind) {
          case 'heading':
            return block.level === 2 ? (
              <h2 key={index}>{block.text.map(inline)}</h2>
            ) : (
              <h3 key={index}>{block.text.map(inline)}</h3>
            );
          case 'paragraph':
            return <p key={index}>{block.text.map(inline)}</p>;
          case 'list': {
            const items = block.items.map((item, at) => <li key={at}>{item.map(inline)}</li>);
            return block.ordered ? <ol key={index}>{items}</ol> : <ul key={index}>{items}</ul>;
          }
        }
      })}
    </div>
  );
};
