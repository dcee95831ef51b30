/** A node of inline text. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'code'; text: string }
  | { kind: 'math'; latex: string; display: boolean }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] };

/** The text of inline nodes without marks. Iterative, since the nodes may be nested deeply. */
export const plainText = (nodes: readonly Inline[]): string => {
  let text = '';
  const waiting = [...nodes].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.kind === 'text' || node.kind === 'code') text += node.text;
    else if (node.kind === 'break') text += ' ';
    else if (node.kind === 'math') text += node.latex;
    // Not by spreading: a call has too few arguments for the children of a hostile text.
    else for (const child of node.children.toReversed()) waiting.push(child);
  }
  return text;
};
