import type { LocalDraft } from './local-draft.js';
import type { EditTarget } from './working-copy.js';

/** Unsaved edits are stored on the device this long after the last change, in milliseconds. */
const DRAFT_DELAY_MS = 300;

/** Stores the drafts of changed texts on the device, a short time after the change. */
export class DraftWriter {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Texts that have changed since their drafts were stored. */
  private readonly changed = new Set<string>();

  /**
   * @param draftOf a text and its draft; a null draft removes the stored one, null leaves it as it is
   */
  constructor(
    private readonly draftOf: (key: string) => { target: EditTarget; draft: LocalDraft | null } | null,
    private readonly store: (target: EditTarget, draft: LocalDraft | null) => void,
  ) {}

  schedule(key: string): void {
    this.changed.add(key);
    this.timer ??= setTimeout(() => this.flush(), DRAFT_DELAY_MS);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const key of this.changed) {
      const text = this.draftOf(key);
      if (text) this.store(text.target, text.draft);
    }
    this.changed.clear();
  }
}
