import type { TranslatorHealth } from '@hamkhan/contracts/translator-status';
import { noUsage } from '@hamkhan/llm/chat/token-usage';
import type { OfflineEngine } from './offline-engine.js';
import { downloadModels, type ModelSource } from './offline-model-download.js';
import { OfflineModels, type ModelLeg } from './offline-models.js';
import {
  TranslatorError,
  type TranslationResult,
  type TranslationBatch,
  type TranslationFailure,
  type TranslationItem,
  type Translator,
} from './translator.js';

export type OfflineTranslatorOptions = {
  /** Folder with manifest.json and the model files it names. */
  folder: string;
  /** Where to download the models if the folder has none. */
  source?: ModelSource;
};

const MARKER = /(⟦\/?\d+⟧)/;
/** If this many texts fail in a row, the engine itself has failed. */
const MAX_FAILURES_IN_A_ROW = 3;

/**
 * Translates on this machine with the Firefox models, through `fxtranslate`. It has one level only: it ignores drafts, glossary and
 * neighbours, so a second request would change nothing (see `translatePage`).
 */
export class OfflineTranslator implements Translator {
  readonly levels = [1] as const;
  private models: OfflineModels | undefined;
  private opening: Promise<OfflineModels> | undefined;

  private constructor(
    private readonly options: OfflineTranslatorOptions,
    private readonly engine: OfflineEngine,
  ) {}

  /** Opens the folder. If it has no models yet, `health` reports it and the next translation tries again. */
  static async create(options: OfflineTranslatorOptions, engine: OfflineEngine): Promise<OfflineTranslator> {
    const translator = new OfflineTranslator(options, engine);
    translator.models = await OfflineModels.open(options.folder, options.source?.sha256).catch(
      () => undefined,
    );
    return translator;
  }

  get id(): string {
    return `fxtranslate ${this.models?.names ?? ''}`.trim();
  }

  memoryKey(): string {
    return `fxtranslate:${(this.models?.digest ?? this.options.source?.sha256 ?? '').slice(0, 16)}`;
  }

  async translate(batch: TranslationBatch, signal: AbortSignal): Promise<TranslationResult> {
    const models = await this.ready(signal);
    const legs = models.routeFrom(batch.source);
    const items: TranslationItem[] = [];
    const failures: TranslationFailure[] = [];
    let inARow = 0;
    for (const { id, text } of batch.items) {
      try {
        items.push({ id, text: await this.translateText(legs, text, signal) });
        inARow = 0;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof TranslatorError) || !error.retryable) throw error;
        failures.push({ id, code: error.code });
        inARow += 1;
        if (inARow >= MAX_FAILURES_IN_A_ROW && items.length === 0) throw error;
      }
    }
    return { items, failures, usage: { ...noUsage(), requests: 1 } };
  }

  async health(): Promise<TranslatorHealth> {
    try {
      const models =
        this.models ?? (await OfflineModels.open(this.options.folder, this.options.source?.sha256));
      await models.check();
      return { code: 'ready', params: { engine: 'fxtranslate', model: models.names } };
    } catch (error) {
      if (error instanceof TranslatorError) return { code: error.code, params: error.params };
      return { code: 'model_files_damaged', params: { folder: this.options.folder } };
    }
  }

  /** Terminates the engine's threads. */
  close(): Promise<void> {
    return this.engine.close();
  }

  private async ready(signal: AbortSignal): Promise<OfflineModels> {
    if (this.models) return this.models;
    const { folder, source } = this.options;
    this.opening ??= OfflineModels.open(folder, source?.sha256)
      .catch((error: unknown) => {
        if (!source) throw error;
        return downloadModels(folder, source, signal);
      })
      .finally(() => {
        this.opening = undefined;
      });
    this.models = await this.opening;
    return this.models;
  }

  /**
   * Writes markers as `{3}`, which the models usually copy. If a marker is missing in the translation, the parts between the markers
   * are translated one by one, which is less fluent but keeps all markers.
   */
  private async translateText(legs: readonly ModelLeg[], text: string, signal: AbortSignal): Promise<string> {
    const markers: string[] = text.match(new RegExp(MARKER, 'g')) ?? [];
    if (markers.length === 0) return this.engine.translate(legs, text, signal);
    if (!/[{}]/.test(text)) {
      const translated = await this.engine.translate(
        legs,
        text.replaceAll('⟦', '{').replaceAll('⟧', '}'),
        signal,
      );
      const restored = translated.replace(/\{\s*(\/?)\s*(\d+)\s*\}/g, '⟦$1$2⟧');
      const kept: string[] = restored.match(new RegExp(MARKER, 'g')) ?? [];
      if (kept.length === markers.length && markers.every((marker) => kept.includes(marker))) return restored;
    }
    const pieces: string[] = [];
    for (const piece of text.split(MARKER)) {
      const [, lead = '', words = '', trail = ''] = /^(\s*)(.*?)(\s*)$/su.exec(piece) ?? [];
      const isWords = !MARKER.test(piece) && /\p{L}/u.test(words);
      pieces.push(isWords ? lead + (await this.engine.translate(legs, words, signal)) + trail : piece);
    }
    return pieces.join('');
  }
}
