import type { Inline } from '@hamkhan/contracts/inline/inline-node';
import type { ReactNode } from 'react';
import { Formula } from '../../../shared/text/formula.js';

const isElsewhere = (href: string): boolean => !href.startsWith('#');

const show = (node: Inline, key: number): ReactNode => {
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
      return <Formula key={key} latex={node.latex} display={node.display} />;
    case 'strong':
      return <strong key={key}>{node.children.map(show)}</strong>;
    case 'emphasis':
      return <em key={key}>{node.children.map(show)}</em>;
    case 'link':
      return (
        <a
          key={key}
          href={node.href}
          {...(isElsewhere(node.href) ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {})}
        >
          <bdi>{node.children.map(show)}</bdi>
        </a>
      );
  }
};

/** Text with its marks, as elements. */
export const InlineText = ({ nodes }: { nodes: readonly Inline[] }) => <>{nodes.map(show)}</>;
