import { createHash } from 'node:crypto';
import type { EventData } from '@hamkhan/contracts/events/registry';
import type { SpeechFailure } from '@hamkhan/contracts/statuses';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { isOutage } from '@hamkhan/platform/outage';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Inject, Injectable } from '@nestjs/common';
import { Mp3Encoder } from '../../infra/speech/mp3-encoder.js';
import { SPEECH_ENGINE } from '../../infra/speech/speech-engine.provider.js';
import type { Pcm, SpeechEngine } from '../../infra/speech/speech-engine.js';
import { PageTaskRepository, type LeasedPageTask } from '../page-tasks/page-task.repository.js';
import { MAX_ATTEMPTS, pageId, retryDelayMs } from '../pages/page.domain.js';
import { PageRepository } from '../pages/page.repository.js';
import { keepLease, LeaseLostError } from '../scheduling/keep-lease.js';
import { splitSentences } from '../translate/sentences.domain.js';
import { spokenTexts, type SpokenText } from './spoken-text.domain.js';
import { SpokenTrack } from './spoken-track.domain.js';

type News = Omit<EventData<'pipeline.page.speech-changed'>, 'documentId' | 'pageNumber'>;

/** Beside the stages: a page's second translation, read aloud (C04, G70). */
@Injectable()
export class SpeechService {
  constructor(
    private readonly tasks: PageTaskRepository,
    private readonly pages: PageRepository,
    private readonly objects: ObjectStore,
    private readonly encoder: Mp3Encoder,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    @Inject(SPEECH_ENGINE) private readonly engine: SpeechEngine | null,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * Reads the next page aloud; does nothing when none waits. Where nobody reads aloud what waits is turned down: its reader would
   * wait for ever.
   */
  async synthesizeNext(signal: AbortSignal): Promise<void> {
    const { engine } = this;
    const [task] = await this.tasks.claim({ kind: 'speech' });
    if (!task) return;
    const { leaseToken, attempts, documentId, pageNumber } = task;
    if (!engine) return this.turnDown(task, 'engine_off');
    if (attempts >= MAX_ATTEMPTS) return this.fail(task, 'engine_failed');
    try {
      await keepLease(
        () => this.tasks.renew(leaseToken),
        signal,
        async (held) => {
          const page = await this.pages.findFinal(documentId, pageNumber);
          const texts = spokenTexts(page?.items ?? []);
          if (texts.length > 0) await this.speak(engine, task, texts, held);
          else await this.turnDown(task, 'no_words');
        },
      );
    } catch (error) {
      if (error instanceof LeaseLostError) return;
      const isNobodysFault = signal.aborted || isOutage(error);
      if (!isNobodysFault)
        this.logger.warn({ err: error, documentId, pageNumber }, 'a page could not be read aloud');
      const delayMs = isNobodysFault ? 1_000 : retryDelayMs(attempts + 1);
      await this.tasks.release(leaseToken, delayMs, !isNobodysFault);
    }
  }

  private async speak(
    engine: SpeechEngine,
    task: LeasedPageTask,
    texts: readonly SpokenText[],
    signal: AbortSignal,
  ): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.tasks.expect(task, tx))) throw new LeaseLostError();
      await this.tell(task, { status: 'inprogress', audio: null }, tx);
    });
    const track = new SpokenTrack();
    for (const text of texts) {
      const sentences = splitSentences(text.content, 'fa');
      const sounds: Pcm[] = [];
      for (const sentence of sentences) sounds.push(await engine.say(sentence.text, signal));
      track.add(text, sentences, sounds);
    }
    const { sound, seconds, items } = track.finish();
    const mp3 = await this.encoder.encode(sound, signal);
    const key = `audio/${task.documentId}/${createHash('sha256').update(mp3).digest('hex')}.mp3`;
    await this.objects.putBytes(key, mp3, 'audio/mpeg');
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.tasks.finish(task, tx))) throw new LeaseLostError();
      await this.tell(task, { status: 'success', audio: { key, seconds, items } }, tx);
    });
  }

  /** Ends what will not be done. Who was not told that it is being done need not hear that it is not. */
  private async turnDown(task: LeasedPageTask, failure: SpeechFailure): Promise<void> {
    if (task.isAwaited === false) await this.tasks.discard(task.leaseToken);
    else await this.fail(task, failure);
  }

  private async fail(task: LeasedPageTask, failure: SpeechFailure): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if (await this.tasks.finish(task, tx))
        await this.tell(task, { status: 'failed', audio: null, failure }, tx);
    });
  }

  private async tell({ documentId, pageNumber }: LeasedPageTask, news: News, tx: Tx): Promise<void> {
    const aggregateId = pageId(documentId, pageNumber);
    const version = await this.pages.nextVersionOf(aggregateId, tx);
    if (version === null) return;
    const data = { documentId, pageNumber, ...news };
    await this.outbox.add(
      'pipeline.page.speech-changed',
      { aggregateId, aggregateVersion: version, data },
      tx,
    );
  }
}
