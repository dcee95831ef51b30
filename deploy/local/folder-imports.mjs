const SPEC = /\.spec\.tsx?$/;
/** A feature, a folder of infra, or a folder of a package; files beside these folders, e.g. config.ts, belong to none. */
const FOLDER =
  /^(?:services\/([^/]+)\/src\/(?:features|infra)|(packages\/[^/]+|web)\/src(?:\/(?:features|shared))?)\/([^/]+)\//;

const folderOf = (file) => {
  const [, service, unit, folder] = FOLDER.exec(file) ?? [];
  return folder && `${service ?? unit.replace('packages/', '')}/${folder}`;
};

/**
 * Collects the imports between folders; specs are left out.
 *
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} modules as dependency-cruiser reports them
 * @returns {Map<string, Set<string>>} importing folder → imported folders
 */
export function folderImports(modules) {
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    const from = SPEC.test(source) ? undefined : folderOf(source);
    if (!from) continue;
    const targets = imports.get(from) ?? new Set();
    imports.set(from, targets);
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved);
      if (to && to !== from) targets.add(to);
    }
  }
  return imports;
}

/**
 * Finds the folders that import each other, directly or through others (Tarjan's strongly connected components).
 *
 * @param {Map<string, Set<string>>} imports
 * @returns {string[][]} one sorted list for each circle
 */
export function circlesOf(imports) {
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const circles = [];
  const visit = (folder) => {
    order.set(folder, order.size);
    lowest.set(folder, order.get(folder));
    stack.push(folder);
    for (const next of imports.get(folder) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(folder, Math.min(lowest.get(folder), lowest.get(next)));
    }
    if (lowest.get(folder) !== order.get(folder)) return;
    const circle = stack.splice(stack.indexOf(folder));
    if (circle.length > 1) circles.push(circle.toSorted((a, b) => (a < b ? -1 : 1)));
  };
  for (const folder of imports.keys()) if (!order.has(folder)) visit(folder);
  return circles;
}

/**
 * @param {Map<string, Set<string>>} imports
 * @returns {string} a Mermaid flow chart of the services and packages
 */
export function mermaidChart(imports) {
  const unitOf = (folder) => folder.split('/')[0];
  const arrows = new Set(
    [...imports].flatMap(([from, targets]) =>
      [...targets]
        .filter((to) => unitOf(to) !== unitOf(from))
        .map((to) => `  ${unitOf(from)} --> ${unitOf(to)}`),
    ),
  );
  return ['flowchart LR', ...[...arrows].sort()].join('\n');
}
