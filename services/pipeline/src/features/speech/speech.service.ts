import { createHash } from 'node:crypto';
import type { TranslatedContent } from '@hamkhan/contracts/content';
import type { EventData } from '@hamkhan/contracts/events/registry';
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
import { spokenTexts } from './spoken-text.domain.js';
import { SpokenTrack } from './spoken-track.domain.js';

type Audio = NonNullable<EventData<'pipeline.page.speech-changed'>['audio']>;

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

  /** Reads the next page aloud; does nothing when none waits. */
  async speakNext(signal: AbortSignal): Promise<void> {
    const { engine } = this;
    const [task] = engine ? await this.tasks.claim({ kind: 'speak' }) : [];
    if (!engine || !task) return;
    const { leaseToken, attempts, documentId, pageNumber } = task;
    if (attempts >= MAX_ATTEMPTS) return this.fail(task);
    try {
      await keepLease(
        () => this.tasks.renew(leaseToken),
        signal,
        async (held) => {
          const page = await this.pages.findFinal(documentId, pageNumber);
          if (page) await this.speak(engine, task, page, held);
          else await this.tasks.giveUp(leaseToken);
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
    content: TranslatedContent,
    signal: AbortSignal,
  ): Promise<void> {
    const texts = spokenTexts(content.items);
    if (texts.length === 0) return this.tasks.giveUp(task.leaseToken);
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.tasks.isHeld(task, tx))) throw new LeaseLostError();
      await this.tell(task, 'inprogress', null, tx);
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
      await this.tell(task, 'success', { key, seconds, items }, tx);
    });
  }

  private async fail(task: LeasedPageTask): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if (await this.tasks.finish(task, tx)) await this.tell(task, 'failed', null, tx);
    });
  }

  private async tell(
    { documentId, pageNumber }: LeasedPageTask,
    status: 'inprogress' | 'success' | 'failed',
    audio: Audio | null,
    tx: Tx,
  ): Promise<void> {
    const aggregateId = pageId(documentId, pageNumber);
    const version = await this.pages.nextVersionOf(aggregateId, tx);
    if (version === null) return;
    const data = { documentId, pageNumber, status, audio };
    await this.outbox.add(
      'pipeline.page.speech-changed',
      { aggregateId, aggregateVersion: version, data },
      tx,
    );
  }
}
