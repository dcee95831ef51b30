import type { Inline } from './inline-node.js';

/** An opening mark without its closing mark yet: its index in the output and its number of stars (0 for a bracket). */
type Opener = { at: number; stars: number };

/** In place of the bracket of a refused link; no result contains it. */
export const NO_TEXT: Inline = { kind: 'text', text: '' };

/** Builds inline nodes from text and marks. Marks without a partner remain text. */
export class InlineBuilder {
  readonly out: Inline[] = [];

  constructor(private readonly hrefOf: (url: string) => string | null) {}

  private readonly openers: Opener[] = [];
  private readonly open = [0, 0, 0, 0];

  text(text: string): void {
    const last = this.out.at(-1);
    if (last?.kind === 'text' && last !== NO_TEXT && this.openers.at(-1)?.at !== this.out.length - 1)
      last.text += text;
    else this.out.push({ kind: 'text', text });
  }

  node(node: Inline): void {
    this.out.push(node);
  }

  /** Adds an opening mark, as text until it is closed. A bracket has 0 stars. */
  opener(text: string, stars: number): void {
    this.openers.push({ at: this.out.length, stars });
    this.out.push({ kind: 'text', text });
    this.open[stars] = (this.open[stars] ?? 0) + 1;
  }

  isOpen(stars: number): boolean {
    return (this.open[stars] ?? 0) > 0;
  }

  /** Removes openers up to the first that fits. The skipped ones remain text. */
  private take(fits: (opener: Opener) => boolean): Opener | undefined {
    for (let opener = this.openers.pop(); opener; opener = this.openers.pop()) {
      this.open[opener.stars] = (this.open[opener.stars] ?? 0) - 1;
      if (fits(opener)) return opener;
    }
    return undefined;
  }

  private childrenOf(opener: Opener): Inline[] {
    return this.out.splice(opener.at + 1);
  }

  closeLink(url: string): void {
    const opener = this.take(({ stars }) => stars === 0);
    if (!opener) return;
    const href = this.hrefOf(url);
    if (opener.at === this.out.length - 1) {
      this.out.pop();
      return;
    }
    if (href === null) {
      // The children stay where they are: moving them would take quadratic time for links in links.
      this.out[opener.at] = NO_TEXT;
      return;
    }
    const children = this.childrenOf(opener);
    this.out.pop();
    this.out.push({ kind: 'link', href, children });
  }

  /** Closes a mark if it is open. Three stars can close one and two, and be closed by them. @returns whether a mark was closed */
  closeStars(count: number): boolean {
    if (this.isOpen(count)) {
      const opener = this.take(({ stars }) => stars === count);
      if (opener) this.wrap(opener, count);
      return true;
    }
    if (count === 3 && (this.isOpen(1) || this.isOpen(2))) {
      const inner = this.openers.findLast(({ stars }) => stars === 1 || stars === 2)?.stars ?? 1;
      this.closeStars(inner);
      if (!this.closeStars(3 - inner)) this.text('*'.repeat(3 - inner));
      return true;
    }
    if (count < 3 && this.isOpen(3)) {
      const opener = this.take(({ stars }) => stars === 3);
      if (!opener) return false;
      this.wrap(opener, count);
      const rest = 3 - count;
      const node = this.out.pop();
      this.openers.push({ at: this.out.length, stars: rest });
      this.open[rest] = (this.open[rest] ?? 0) + 1;
      this.out.push({ kind: 'text', text: '*'.repeat(rest) });
      if (node) this.out.push(node);
      return true;
    }
    return false;
  }

  private wrap(opener: Opener, count: number): void {
    const children = this.childrenOf(opener);
    this.out.pop();
    const inner: Inline[] = count === 2 ? children : [{ kind: 'emphasis', children }];
    if (count === 1) this.out.push(...inner);
    else this.out.push({ kind: 'strong', children: inner });
  }
}
