/** A node: `{ tag, text?, children }`. */

/** The nodes of a tree in postorder and the leftmost leaf below each, numbered from 1 as in Zhang and Shasha. */
function postorderOf(root) {
  const nodes = [null];
  const leftmost = [0];
  const visit = (node) => {
    let first = 0;
    for (const child of node.children) {
      const leaf = visit(child);
      first ||= leaf;
    }
    nodes.push(node);
    const place = nodes.length - 1;
    leftmost.push(first || place);
    return leftmost[place];
  };
  visit(root);
  const lastWithLeaf = new Map();
  for (let i = 1; i < nodes.length; i += 1) lastWithLeaf.set(leftmost[i], i);
  return { nodes, leftmost, keyRoots: [...lastWithLeaf.values()].sort((a, b) => a - b) };
}

/**
 * Tree edit distance (Zhang and Shasha 1989). Deleting or inserting a node costs 1, changing one node into another costs
 * `renameCost(a, b)`.
 */
export function treeDistance(rootA, rootB, renameCost) {
  const a = postorderOf(rootA);
  const b = postorderOf(rootB);
  const width = b.nodes.length;
  const known = new Float64Array(a.nodes.length * width);
  const forest = new Float64Array(a.nodes.length * width);
  for (const rootI of a.keyRoots) {
    for (const rootJ of b.keyRoots) {
      const firstI = a.leftmost[rootI];
      const firstJ = b.leftmost[rootJ];
      const at = (i, j) => (i - firstI + 1) * width + (j - firstJ + 1);
      forest[0] = 0;
      for (let i = firstI; i <= rootI; i += 1) forest[at(i, firstJ - 1)] = i - firstI + 1;
      for (let j = firstJ; j <= rootJ; j += 1) forest[at(firstI - 1, j)] = j - firstJ + 1;
      for (let i = firstI; i <= rootI; i += 1) {
        for (let j = firstJ; j <= rootJ; j += 1) {
          const edit = Math.min(forest[at(i - 1, j)], forest[at(i, j - 1)]) + 1;
          if (a.leftmost[i] === firstI && b.leftmost[j] === firstJ) {
            const renamed = forest[at(i - 1, j - 1)] + renameCost(a.nodes[i], b.nodes[j]);
            known[i * width + j] = forest[at(i, j)] = Math.min(edit, renamed);
          } else {
            const before = forest[at(a.leftmost[i] - 1, b.leftmost[j] - 1)];
            forest[at(i, j)] = Math.min(edit, before + known[i * width + j]);
          }
        }
      }
    }
  }
  return known[(a.nodes.length - 1) * width + width - 1];
}
