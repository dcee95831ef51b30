import type { EventData } from '@hamkhan/contracts/events/registry';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from '../../config.js';
import { GlossaryRepository } from '../glossary/glossary.repository.js';
import { PageTaskRepository } from '../page-tasks/page-task.repository.js';
import { PageRepository } from '../pages/page.repository.js';
import { RunRepository } from '../runs/run.repository.js';
import { TranslationMemory } from '../translation-memory/translation-memory.service.js';
import { approvedTexts, type ApprovedText } from './approved-texts.domain.js';
import { termEdits } from './term-edits.domain.js';

/** What becomes of the words of people in here: they are remembered as translations, tell terms, and are read aloud. */
@Injectable()
export class EditsService {
  constructor(
    private readonly runs: RunRepository,
    private readonly pages: PageRepository,
    private readonly tasks: PageTaskRepository,
    private readonly memory: TranslationMemory,
    private readonly glossary: GlossaryRepository,
    @Inject(CONFIG) private readonly config: PipelineConfig,
  ) {}

  /** A text of a page has words of people in it. What is said twice is remembered once. */
  async applyEdit(
    { documentId, pageNumber, ...edit }: EventData<'documents.page.edited'>,
    tx: Tx,
  ): Promise<void> {
    if (edit.editType === 'content') return;
    const run = await this.runs.find(documentId);
    const page = run && (await this.pages.findTranslated(documentId, pageNumber, tx));
    if (!run || !page) return;
    const level = edit.editType === 'translation_1' ? 1 : 2;
    const texts = approvedTexts(edit.pairs, (level === 1 ? page.level1 : page.level2)?.items);
    await this.memory.approve({ ownerId: run.ownerId, source: run.language, level }, texts);
    if (edit.cause === 'edit') {
      const previous = level === 1 ? page.level1 : (page.edited2 ?? page.level2);
      await this.updateGlossary(run._id, approvedTexts(edit.pairs, previous?.items), tx);
    }
    if (level === 1) return;
    await this.pages.keepEdited(documentId, pageNumber, { items: edit.items }, tx);
    // After an edit its owner asks for the speech (C04); a new translation was read aloud without the words of people.
    const isSpokenAnew = edit.cause === 'merge' && this.config.SPEECH_ENGINE !== 'off';
    if (isSpokenAnew) await this.tasks.request('speech', { documentId, pageNumber }, false, tx);
  }

  /** Where an edit gave a term another form, the whole book gets it: the glossary says which pages are outdated by that. */
  private async updateGlossary(documentId: string, texts: readonly ApprovedText[], tx: Tx): Promise<void> {
    const edited = texts.flatMap(({ source, before, target: after }) =>
      before === undefined ? [] : { source, before, after },
    );
    const terms = edited.length > 0 ? termEdits(await this.glossary.list(documentId), edited) : [];
    if (terms.length === 0) return;
    const revision = await this.runs.nextGlossaryRevision(documentId, tx);
    await this.glossary.put(documentId, terms, revision, tx);
  }
}
