import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Accessibility violations of any impact that axe finds on the page as it is now. The order of headings inside a page of a book is
 * the book's own and not checked.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  // An element has another contrast while it fades in: wait for transitions that end.
  const violations = await page.evaluate<AxeResults['violations']>(`(async () => {
    const ending = document.getAnimations().filter(
      (one) => one.playState === 'running' && one.effect.getComputedTiming().endTime < Infinity,
    );
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    const isOfBook = ({ target }) => document.querySelector(target[0])?.closest('.page-items');
    return violations.filter(({ id, nodes }) => id !== 'heading-order' || !nodes.every(isOfBook));
  })()`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
}

/** Elements that reach beyond the sides of the window, by tag and class. */
export function overflowingElements(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > root.clientWidth + 1 || one.getBoundingClientRect().left < -1)
      .map((one) => one.tagName + '.' + one.className);
  })()`);
}
