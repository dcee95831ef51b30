import { runChecks } from './checks.mjs';
import { runJestProject } from './jest-project.mjs';

/** `npm run check`: what needs no server. Checks side by side, then unit and web tests. */
const passed = await runChecks({ atOnce: 2 });
const results = [];
for (const project of ['unit', 'web']) results.push(await runJestProject({ project, show: true }));
process.exitCode = passed && results.every(({ ok }) => ok) ? 0 : 1;
