import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import type { EventData } from '@hamkhan/contracts/events/registry';
import type { Identity } from '@hamkhan/contracts/identity';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { GlossaryService } from '../../src/features/glossary/glossary.service.js';
import { PAGE_TASK, type PageTaskRow } from '../../src/features/page-tasks/page-task.schema.js';
import { PageContentRepository } from '../../src/features/pages/page-content.repository.js';
import { PAGE, type PageRow } from '../../src/features/pages/page.schema.js';
import { protect } from '../../src/features/page-text/inline-marks.domain.js';
import { TranslationMemory } from '../../src/features/translation-memory/translation-memory.service.js';
import { pipelineService } from '../../src/service-options.js';

jest.setTimeout(30_000);

type Edited = EventData<'documents.page.edited'>;
const line = (id: string, content: string): ContentItem => ({ id, type: 'text', content });
const ORIGINAL = [line('a', 'The **lighthouse** stands.'), line('b', 'The sea is calm.')];
const MACHINE = [line('a', '**فانوس** ایستاده است.'), line('b', 'دریا آرام است.')];

const READER: Identity = {
  userId: '',
  sessionId: 's',
  username: 'reader',
  isStaff: false,
  isSuperuser: false,
  isCreator: false,
  hasActiveSubscription: false,
  overSessionLimit: false,
  language: 'fa',
  impersonatedBy: null,
};

let stack: TestStack;
let service: TestService;
let probe: KafkaProbe;
let documents = 0;
let version = 100;

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, (env) => pipelineService('serve', env));
  probe = new KafkaProbe(stack);
}, 60_000);

afterAll(async () => {
  await probe?.close();
  await service?.stop();
  await stack?.drop();
}, 60_000);

const pageRows = (): Model<PageRow> => service.app.get<Model<PageRow>>(getModelToken(PAGE));
const tasks = (): Promise<PageTaskRow[]> =>
  service.app.get<Model<PageTaskRow>>(getModelToken(PAGE_TASK)).find({ kind: 'speech' }).lean();
const spokenOf = async (documentId: string): Promise<string[]> => {
  const page = await service.app.get(PageContentRepository).findFinal(documentId, 0);
  return (page?.items ?? []).map(({ content }) => content);
};
/** Looks up the translations of texts in the memory of an owner. */
const remembered = async (
  ownerId: string,
  texts: string[],
  level: 1 | 2 = 2,
): Promise<(string | undefined)[]> => {
  const queries = texts.map((text) => ({ marked: protect(text), origin: 'engine' }));
  const hits = await service.app.get(TranslationMemory).lookup({ ownerId, source: 'en', level }, queries);
  return hits.map((hit) => hit?.target);
};

/** Creates a document with one translated page. */
async function createTranslated(ownerId: string): Promise<string> {
  documents += 1;
  const documentId = documents.toString(16).padStart(24, '0');
  const file = {
    fileName: 'a.pdf',
    kind: 'pdf' as const,
    language: 'en' as const,
    size: 1,
    sha256: 'a'.repeat(64),
  };
  const data = { documentId, ownerId, objectKey: `originals/${documents}`, ...file };
  await probe.publish(probe.event('documents.document.uploaded', data, 1));
  const usage = { requests: 0, promptTokens: 0, completionTokens: 0 };
  await pageRows().create({
    _id: `${documentId}:0`,
    documentId,
    ownerId,
    pageNumber: 0,
    stage: 'done',
    rank: 0,
    content: { items: ORIGINAL, page_info: { page_type: 'text' } },
    level1: { items: MACHINE },
    level2: { items: MACHINE },
    usage1: usage,
    usage2: usage,
  });
  return documentId;
}

const edit = async (documentId: string, part: Partial<Edited> & Pick<Edited, 'items'>): Promise<void> => {
  version += 1;
  const editType = part.editType ?? 'translation_2';
  const pairs = part.items.flatMap((target) => {
    const source = ORIGINAL.find(({ id }) => id === target.id);
    return source && editType !== 'content' ? [{ source, target }] : [];
  });
  const data = { documentId, pageNumber: 0, cause: 'edit' as const, editType, pairs, ...part };
  await probe.publish(probe.event('documents.page.edited', data, version));
};

describe('manual edits of a page', () => {
  it('are stored in the translation memory of the owner', async () => {
    const documentId = await createTranslated('reza');
    await edit(documentId, {
      items: [MACHINE[0] ?? line('', ''), line('b', 'دریا **آرام** است؛ آرامِ آرام.')],
    });
    await waitFor(
      'the memory to have the edit',
      async () => (await remembered('reza', ['The sea is calm.']))[0],
    );
    expect(await remembered('reza', ['The sea is calm.', 'The **lighthouse** stands.'])).toEqual([
      expect.stringContaining('آرامِ آرام'),
      undefined,
    ]);
    expect(await remembered('mina', ['The sea is calm.'])).toEqual([undefined]);
    expect(await remembered('reza', ['The sea is calm.'], 1)).toEqual([undefined]);
  });

  it('replace earlier edits in the memory, separately for each level', async () => {
    const documentId = await createTranslated('sara');
    await edit(documentId, { editType: 'translation_1', items: [line('b', 'یکم')] });
    await edit(documentId, { editType: 'translation_1', items: [line('b', 'دوم')] });
    await waitFor(
      'the newer edit',
      async () => (await remembered('sara', ['The sea is calm.'], 1))[0] === 'دوم',
    );
    expect(await remembered('sara', ['The sea is calm.'], 2)).toEqual([undefined]);
    expect(await spokenOf(documentId)).toEqual(MACHINE.map(({ content }) => content));
  });

  it('change the spoken text, and request speech after a merge', async () => {
    const documentId = await createTranslated('omid');
    await edit(documentId, { items: [line('b', 'ویراسته')] });
    await waitFor('the edited text', async () => (await spokenOf(documentId)).join() === 'ویراسته');
    expect(await tasks()).toEqual([]);
    await edit(documentId, { cause: 'merge', items: [line('b', 'ویراسته'), line('c', 'نو')] });
    await waitFor('speech to be requested', async () =>
      (await tasks()).some((task) => task.documentId === documentId),
    );
    expect(await spokenOf(documentId)).toEqual(['ویراسته', 'نو']);
  });

  it('update the glossary if only the term was replaced', async () => {
    const documentId = await createTranslated('lale');
    const owner = { ...READER, userId: 'lale' };
    const glossary = service.app.get(GlossaryService);
    await waitFor('the document to be registered', () =>
      glossary.list(documentId, owner).then(
        () => true,
        () => false,
      ),
    );
    await glossary.put(documentId, owner, { term: 'lighthouse', translation: 'فانوس', note: 'a tower' });
    const terms = async () => (await glossary.list(documentId, owner)).terms;
    const first = MACHINE[0] ?? line('', '');
    await edit(documentId, { items: [first, line('b', 'دریا فانوس است.')] });
    await edit(documentId, { items: [line('a', '**برج دریایی** ایستاده است.')] });
    await waitFor('the new translation', async () => (await terms())[0]?.translation === 'برج دریایی');
    expect(await terms()).toMatchObject([{ term: 'lighthouse', note: 'a tower', origin: 'owner' }]);
    await edit(documentId, { items: [line('a', '**فار** ایستاده است.')] });
    await waitFor('the newest translation', async () => (await terms())[0]?.translation === 'فار');
  });

  it('are ignored for the original and for unknown documents, and are idempotent', async () => {
    const documentId = await createTranslated('nima');
    await edit(documentId, { editType: 'content', items: [line('b', 'The sea is calm!')] });
    await edit('f'.repeat(24), { items: [line('b', 'هیچ')] });
    const data = { documentId, pageNumber: 0, cause: 'edit', editType: 'translation_2' } as const;
    const pairs = [{ source: ORIGINAL[1] ?? line('', ''), target: line('b', 'آخر') }];
    const duplicate = probe.event(
      'documents.page.edited',
      { ...data, items: [line('b', 'آخر')], pairs },
      9_999,
    );
    await probe.publish(duplicate, duplicate);
    await waitFor('the last edit', async () => (await remembered('nima', ['The sea is calm.']))[0] === 'آخر');
    expect(await remembered('nima', ['The sea is calm!'])).toEqual([undefined]);
  });
});
