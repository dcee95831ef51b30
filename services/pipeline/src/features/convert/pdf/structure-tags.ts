import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

const MAX_NODES = 20_000;
const HEADING = /^H[1-6]?$/;

/** The heading tags of a tagged page: marked content id → role. Other roles are read from the page itself. */
export const readHeadingTags = async (page: PDFPageProxy): Promise<Map<number, string>> => {
  const tags = new Map<number, string>();
  const root: unknown = await page.getStructTree().catch(() => null);
  let count = 0;
  const visit = (node: unknown, role: string | undefined): void => {
    count += 1;
    if (count > MAX_NODES || typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'content' && 'id' in node && typeof node.id === 'string') {
      const mcid = Number(/_mc(\d+)$/.exec(node.id)?.[1]);
      if (role && Number.isInteger(mcid)) tags.set(mcid, role);
      return;
    }
    const own = 'role' in node && typeof node.role === 'string' && HEADING.test(node.role) ? node.role : role;
    if ('children' in node && Array.isArray(node.children))
      for (const child of node.children) visit(child, own);
  };
  visit(root, undefined);
  return tags;
};
