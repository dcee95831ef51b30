import { describe, expect, it } from '@jest/globals';
import { pseudoPersian } from '@hamkhan/testing/pseudo-persian';
import { GlossaryRepository } from '../../src/features/glossary/glossary.repository.js';
import { MemoryOnlyTranslator } from '../../src/infra/translator/memory-only-translator.js';
import {
  contentOf,
  createDocument,
  createWorker,
  endDelays,
  engine,
  eventsOf,
  extract,
  findPage,
  never,
  outbox,
  pageRows,
  runRows,
  runs,
  service,
  translate,
  translateAll,
  type Prompt,
  useTranslationService,
} from './support/translation-service.js';

useTranslationService();

describe('book memory', () => {
  const names = 'Then Edward Casaubon met Dorothea Brooke, and Dorothea Brooke met Edward Casaubon.';

  it('is requested once, and its terms are in the prompts of both levels', async () => {
    const id = await createDocument(3, 'pending');
    await extract(id, 0, contentOf(names, 'Nothing here.'));
    await extract(id, 1, contentOf('It was Dorothea Brooke who spoke first of all.'));
    await extract(id, 2, contentOf('Nobody else was in the room at that time.'));
    await Promise.all([translateAll(id), translateAll(id, createWorker()), translateAll(id, createWorker())]);
    const prompts = engine.requests.map(({ user }) => JSON.parse(user) as Prompt);
    expect(prompts.filter(({ candidates }) => candidates !== undefined)).toHaveLength(1);
    const promptsWith = (part: string) =>
      prompts.filter(({ items }) => items?.some(({ text }) => text.includes(part)));
    const levels = promptsWith('who spoke first');
    expect(levels).toHaveLength(2);
    for (const { glossary } of levels)
      expect(glossary).toEqual([{ term: 'Dorothea Brooke', translation: pseudoPersian('Dorothea Brooke') }]);
    for (const prompt of promptsWith('Nobody else')) expect(prompt.glossary).toBeUndefined();
    expect(levels[1]).toMatchObject({
      document: { summary: expect.stringContaining('A text about') },
      items: [{ draft: expect.any(String) }],
    });
    expect(await runs.find(id)).toMatchObject({
      termsState: 'ready',
      termsLeaseToken: null,
      glossaryRevision: 1,
      documentUsage: { requests: 1 },
    });
  });

  it('publishes the title of the document in Persian if it has one', async () => {
    engine.reset({ title: 'میدل‌مارچ' });
    const id = await createDocument(1, 'pending');
    await runRows.updateOne({ _id: id }, { title: 'Middlemarch' });
    await extract(id, 0, contentOf(names));
    await translateAll(id);
    expect(await eventsOf(id, 'pipeline.document.titled')).toEqual([{ documentId: id, title: 'میدل‌مارچ' }]);
  });

  describe('publishes Persian metadata', () => {
    const sample = `${names} It was a long winter, and nobody in the town spoke of anything else.`;
    const metadataOf = (id: string) => eventsOf(id, 'pipeline.document.described');
    const termPrompts = () =>
      engine.requests.map(({ user }) => JSON.parse(user) as Prompt).filter(isForTerms);
    const isForTerms = ({ candidates }: Prompt) => candidates !== undefined;
    const original = {
      subtitle: 'A Study of Provincial Life',
      summary: 'A long novel of a town and of those who live in it.',
      tags: ['England', 'Marriage'],
    };

    it('from the metadata of the book, in one request with the terms', async () => {
      const id = await createDocument(1, 'pending');
      await runRows.updateOne({ _id: id }, { title: 'Middlemarch', metadata: { file: original } });
      await extract(id, 0, contentOf(sample));
      await translateAll(id);
      expect(termPrompts()).toMatchObject([
        {
          document: {
            ...{ title: 'Middlemarch', subtitle: original.subtitle, description: original.summary },
            keywords: original.tags,
          },
        },
      ]);
      const persian = {
        subtitle: pseudoPersian(original.subtitle),
        summary: pseudoPersian(original.summary),
        tags: original.tags.map((tag) => pseudoPersian(tag)),
      };
      expect(await metadataOf(id)).toEqual([{ documentId: id, original, persian }]);
      const run = await runs.find(id);
      expect(run?.persianMetadata).toEqual(persian);
      expect(run?.documentUsage.cost).toBeGreaterThan(0);
    });

    it('from the first pages if the book has no metadata', async () => {
      const id = await createDocument(1, 'pending');
      await extract(id, 0, contentOf(sample));
      await translateAll(id);
      const [metadata, ...more] = await metadataOf(id);
      expect(more).toEqual([]);
      expect(metadata).toMatchObject({ original: { summary: '', tags: [] } });
      expect(metadata?.persian?.summary).toContain(pseudoPersian('Dorothea Brooke'));
      expect(metadata?.persian?.tags).toContain(pseudoPersian('Dorothea Brooke'));
    });

    it('unless the response is not Persian, too long or malformed', async () => {
      engine.reset({
        about: {
          description: 'Visit https://example.org for more.',
          subtitle: 7,
          tags: ['<script>', 'x'.repeat(999)],
        },
      });
      const id = await createDocument(1, 'pending');
      await runRows.updateOne({ _id: id }, { metadata: { file: original } });
      await extract(id, 0, contentOf(sample));
      await translateAll(id);
      expect(await metadataOf(id)).toEqual([]);
      expect(await runs.find(id)).toMatchObject({ termsState: 'ready', documentUsage: { requests: 1 } });
    });

    it('once a translator is configured, and translates the terms found by rules before', async () => {
      engine.reset({ title: 'میدل‌مارچ' });
      const id = await createDocument(2, 'pending');
      await runRows.updateOne({ _id: id }, { title: 'Middlemarch', metadata: { file: original } });
      await extract(id, 0, contentOf(sample));
      await extract(id, 1, contentOf(`And ${names}`));
      const without = createWorker((port) => port, new MemoryOnlyTranslator());
      for (let turn = 0; turn < 4; turn += 1) {
        await endDelays();
        await without.translateNext(never);
      }
      expect(await runs.find(id)).toMatchObject({ termsState: 'rules_only', documentUsage: { requests: 0 } });
      expect((await pageRows.find({ documentId: id }).lean()).map(({ reason }) => reason)).toEqual([
        'not_configured',
        'not_configured',
      ]);
      const glossary = service.app.get(GlossaryRepository);
      expect(await glossary.list(id)).toContainEqual(
        expect.objectContaining({ term: 'Dorothea Brooke', translation: '', origin: 'rules' }),
      );

      await translate.onApplicationBootstrap();
      await translateAll(id);
      expect(termPrompts()).toHaveLength(1);
      expect(await metadataOf(id)).toMatchObject([
        { original, persian: { summary: pseudoPersian(original.summary) } },
      ]);
      expect(await outbox.countDocuments({ key: id, type: 'pipeline.document.titled' })).toBe(1);
      expect(await glossary.list(id)).toContainEqual(
        expect.objectContaining({ term: 'Dorothea Brooke', translation: pseudoPersian('Dorothea Brooke') }),
      );
    });
  });

  it('does not delay an awaited page, whose second level uses it', async () => {
    const id = await createDocument(2, 'pending');
    await extract(id, 0, contentOf(names));
    await translate.translateNext(never);
    expect(await findPage(id, 0)).toMatchObject({ stage: 'translate2', glossaryRevision: 0 });
    await endDelays();
    await translate.translateNext(never);
    expect(await findPage(id, 0)).toMatchObject({ stage: 'translate2' });
    await extract(id, 1, contentOf('The end of it.'));
    await translateAll(id);
    expect(await findPage(id, 0)).toMatchObject({ stage: 'done', glossaryRevision: 1 });
  });

  it('is made by another worker after a crash', async () => {
    const id = await createDocument(1, 'pending');
    await extract(id, 0, contentOf(names));
    expect(await runs.claimTerms(id)).toMatchObject({ documentId: id });
    await translate.translateNext(never);
    await endDelays();
    await translate.translateNext(never);
    expect(await findPage(id, 0)).toMatchObject({ stage: 'translate2' });
    await runRows.updateOne({ _id: id }, { termsAvailableAt: new Date(0) });
    await translateAll(id);
    expect(await runs.find(id)).toMatchObject({ termsState: 'ready' });
  });

  it('is skipped if the engine refuses the request', async () => {
    engine.reset({ faultFor: (texts) => (texts.length === 0 ? 'refuse' : undefined) });
    const id = await createDocument(1, 'pending');
    await extract(id, 0, contentOf(names));
    await translateAll(id);
    expect(await findPage(id, 0)).toMatchObject({ stage: 'done' });
    const terms = await service.app.get(GlossaryRepository).list(id);
    expect(terms).toMatchObject([
      { term: 'Dorothea Brooke', translation: '', origin: 'rules', count: 2 },
      { term: 'Edward Casaubon', translation: '', origin: 'rules', count: 2 },
    ]);
  });
});
