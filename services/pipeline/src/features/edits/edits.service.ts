import type { EventData } from '@hamkhan/contracts/events/registry';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from '../../config.js';
import { GlossaryRepository } from '../glossary/glossary.repository.js';
import { PageTaskRepository } from '../page-tasks/page-task.repository.js';
import { PageContentRepository } from '../pages/page-content.repository.js';
import { RunRepository } from '../runs/run.repository.js';
import { TranslationMemory } from '../translation-memory/translation-memory.service.js';
import { approvedTexts, type ApprovedText } from './approved-texts.domain.js';
import { termEdits } from './term-edits.domain.js';

/** Applies human edits to the translation memory, the glossary and speech. */
@Injectable()
export class EditsService {
  constructor(
    private readonly runs: RunRepository,
    private readonly contents: PageContentRepository,
    private readonly tasks: PageTaskRepository,
    private readonly memory: TranslationMemory,
    private readonly glossary: GlossaryRepository,
    @Inject(CONFIG) private readonly config: PipelineConfig,
  ) {}

  /** Idempotent: the memory keeps each text once. */
  async applyEdit(
    { documentId, pageNumber, ...edit }: EventData<'documents.page.edited'>,
    tx: Tx,
  ): Promise<void> {
    if (edit.editType === 'content') return;
    const run = await this.runs.find(documentId);
    const page = run && (await this.contents.findTranslations(documentId, pageNumber, tx));
    if (!run || !page) return;
    const level = edit.editType === 'translation_1' ? 1 : 2;
    const texts = approvedTexts(edit.pairs, (level === 1 ? page.level1 : page.level2)?.items);
    await this.memory.approve({ ownerId: run.ownerId, source: run.language, level }, texts);
    if (edit.cause === 'edit') {
      const previous = level === 1 ? page.level1 : (page.editedLevel2 ?? page.level2);
      await this.updateGlossary(run._id, approvedTexts(edit.pairs, previous?.items), tx);
    }
    if (level === 1) return;
    await this.contents.saveEdited(documentId, pageNumber, { items: edit.items }, tx);
    // After an edit the owner requests the speech (C04). After a merge the speech of the new translation lacks the edits.
    const needsSpeech = edit.cause === 'merge' && this.config.SPEECH_ENGINE !== 'off';
    if (!needsSpeech) return;
    await this.tasks.requestSpeech({ documentId, ownerId: run.ownerId, pageNumber }, false, tx);
  }

  /** If an edit changed the translation of a term, the glossary gets it, which marks the other pages with the term as outdated. */
  private async updateGlossary(documentId: string, texts: readonly ApprovedText[], tx: Tx): Promise<void> {
    const edited = texts.flatMap(({ source, before, target: after }) =>
      before === undefined ? [] : [{ source, before, after }],
    );
    const terms = edited.length > 0 ? termEdits(await this.glossary.list(documentId), edited) : [];
    if (terms.length === 0) return;
    const revision = await this.runs.nextGlossaryRevision(documentId, tx);
    await this.glossary.put(documentId, terms, revision, tx);
  }
}
