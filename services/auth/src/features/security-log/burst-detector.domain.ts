const WINDOW_MS = 60_000;
/** Bounds the memory; a flood of subjects begins a new window early. */
const MAX_SUBJECTS = 20_000;

/** Detects many events of one subject within a minute. */
export class BurstDetector {
  private counts = new Map<string, number>();
  private windowStart = 0;

  constructor(private readonly threshold: number) {}

  /** Counts events of a subject. True once in a window: when the count reaches the threshold. */
  isBurst(subject: string, count: number, now: number = Date.now()): boolean {
    if (now - this.windowStart >= WINDOW_MS || this.counts.size >= MAX_SUBJECTS) {
      this.counts = new Map();
      this.windowStart = now;
    }
    const before = this.counts.get(subject) ?? 0;
    this.counts.set(subject, before + count);
    return before < this.threshold && before + count >= this.threshold;
  }
}
