import { createHash } from 'node:crypto';
import type { EventData } from '@hamkhan/contracts/events/registry';
import type { SpeechFailure } from '@hamkhan/contracts/statuses';
import { Mp3Encoder } from '@hamkhan/llm/speech/mp3-encoder';
import type { Pcm, SpeechEngine } from '@hamkhan/llm/speech/speech-engine';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { holdLease, LeaseLostError } from '@hamkhan/platform/lease/hold-lease';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { isOutage } from '@hamkhan/platform/outage';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Inject, Injectable } from '@nestjs/common';
import { SPEECH_ENGINE } from '../../infra/speech/speech-engine.provider.js';
import { PageTaskRepository, type LeasedPageTask } from '../page-tasks/page-task.repository.js';
import { MAX_ATTEMPTS, pageId, retryDelayMs } from '../pages/page.domain.js';
import { PageContentRepository } from '../pages/page-content.repository.js';
import { PageWorkRepository } from '../pages/page-work.repository.js';
import { splitSentences } from '../page-text/sentences.domain.js';
import { speechTexts, type SpeechText } from './speech-text.domain.js';
import { SpeechTrack } from './speech-track.domain.js';

type SpeechChange = Omit<EventData<'pipeline.page.speech-changed'>, 'documentId' | 'pageNumber'>;

/** Converts the second translation of a page to speech, beside its stages (C04, G70). */
@Injectable()
export class SpeechService {
  constructor(
    private readonly tasks: PageTaskRepository,
    private readonly pages: PageWorkRepository,
    private readonly contents: PageContentRepository,
    private readonly objects: ObjectStore,
    private readonly encoder: Mp3Encoder,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    @Inject(SPEECH_ENGINE) private readonly engine: SpeechEngine | null,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Makes the speech of the next page; does nothing if none waits. Without an engine the task is rejected, or its reader would wait forever. */
  async synthesizeNext(signal: AbortSignal): Promise<void> {
    const { engine } = this;
    const [task] = await this.tasks.claim({ kind: 'speech' });
    if (!task) return;
    const { leaseToken, attempts, documentId, pageNumber } = task;
    if (!engine) return this.reject(task, 'engine_off');
    if (attempts >= MAX_ATTEMPTS) return this.fail(task, 'engine_failed');
    try {
      await holdLease(
        () => this.tasks.renew(leaseToken),
        signal,
        async (held) => {
          const page = await this.contents.findFinal(documentId, pageNumber);
          const texts = speechTexts(page?.items ?? []);
          if (texts.length > 0) await this.synthesize(engine, task, texts, held);
          else await this.reject(task, 'no_words');
        },
      );
    } catch (error) {
      if (error instanceof LeaseLostError) return;
      const isTransient = signal.aborted || isOutage(error);
      if (!isTransient) this.logger.warn({ err: error, documentId, pageNumber }, 'speech synthesis failed');
      const delayMs = isTransient ? 1_000 : retryDelayMs(attempts + 1);
      await this.tasks.release(leaseToken, delayMs, !isTransient);
    }
  }

  private async synthesize(
    engine: SpeechEngine,
    task: LeasedPageTask,
    texts: readonly SpeechText[],
    signal: AbortSignal,
  ): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.tasks.markAwaited(task, tx))) throw new LeaseLostError();
      await this.publish(task, { status: 'inprogress', audio: null }, tx);
    });
    const track = new SpeechTrack();
    for (const text of texts) {
      const sentences = splitSentences(text.content, 'fa');
      const audio: Pcm[] = [];
      for (const sentence of sentences) audio.push(await engine.synthesize(sentence.text, signal));
      track.add(text, sentences, audio);
    }
    const { audio, seconds, items } = track.finish();
    const mp3 = await this.encoder.encode(audio, signal);
    const key = `audio/${task.documentId}/${createHash('sha256').update(mp3).digest('hex')}.mp3`;
    await this.objects.putBytes(key, mp3, 'audio/mpeg');
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.tasks.finish(task, tx))) throw new LeaseLostError();
      await this.publish(task, { status: 'success', audio: { key, seconds, items } }, tx);
    });
  }

  /** Ends a task that can't be done. A failure is published only if a reader awaits the speech. */
  private async reject(task: LeasedPageTask, failure: SpeechFailure): Promise<void> {
    if (task.isAwaited === false) await this.tasks.discard(task.leaseToken);
    else await this.fail(task, failure);
  }

  private async fail(task: LeasedPageTask, failure: SpeechFailure): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if (await this.tasks.finish(task, tx))
        await this.publish(task, { status: 'failed', audio: null, failure }, tx);
    });
  }

  private async publish(
    { documentId, pageNumber }: LeasedPageTask,
    change: SpeechChange,
    tx: Tx,
  ): Promise<void> {
    const aggregateId = pageId(documentId, pageNumber);
    const version = await this.pages.nextVersionOf(aggregateId, tx);
    if (version === null) return;
    const data = { documentId, pageNumber, ...change };
    await this.outbox.add(
      'pipeline.page.speech-changed',
      { aggregateId, aggregateVersion: version, data },
      tx,
    );
  }
}
