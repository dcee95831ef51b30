import type { EventData } from '@hamkhan/contracts/events/registry';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from '../../config.js';
import { PageTaskRepository } from '../page-tasks/page-task.repository.js';
import { PageRepository } from '../pages/page.repository.js';
import { RunRepository } from '../runs/run.repository.js';
import { TranslationMemory } from '../translation-memory/translation-memory.service.js';
import { approvedTexts } from './approved-texts.domain.js';

/** What becomes of the words of people in here: they are remembered as translations, and read aloud. */
@Injectable()
export class EditsService {
  constructor(
    private readonly runs: RunRepository,
    private readonly pages: PageRepository,
    private readonly tasks: PageTaskRepository,
    private readonly memory: TranslationMemory,
    @Inject(CONFIG) private readonly config: PipelineConfig,
  ) {}

  /** A text of a page has words of people in it. What is said twice is remembered once. */
  async take({ documentId, pageNumber, ...edit }: EventData<'documents.page.edited'>, tx: Tx): Promise<void> {
    if (edit.editType === 'content') return;
    const run = await this.runs.find(documentId);
    const page = run && (await this.pages.findTranslated(documentId, pageNumber, tx));
    if (!run || !page) return;
    const level = edit.editType === 'translation_1' ? 1 : 2;
    const texts = approvedTexts(edit.pairs, (level === 1 ? page.level1 : page.level2)?.items);
    await this.memory.approve({ ownerId: run.ownerId, source: run.language, level }, texts);
    if (level === 1) return;
    await this.pages.keepEdited(documentId, pageNumber, { items: edit.items }, tx);
    // After an edit its owner asks for the speech (C04); a new translation was read aloud without the words of people.
    const isSpokenAnew = edit.cause === 'merge' && this.config.SPEECH_ENGINE !== 'off';
    if (isSpokenAnew) await this.tasks.want('speak', { documentId, pageNumber }, tx);
  }
}
