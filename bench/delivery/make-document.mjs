import { randomBytes } from 'node:crypto';
import { KafkaProbe } from '../../packages/testing/dist/kafka-probe.js';
import { identityHeader } from '../../packages/testing/dist/service-harness.js';
import { waitFor } from '../../packages/testing/dist/wait-for.js';

const ENGLISH = [
  'the', 'movement', 'of', 'planets', 'and', 'light', 'which', 'a', 'reader', 'follows', 'through', 'pages',
  'measured', 'with', 'patience', 'by', 'those', 'who', 'came', 'before', 'us', 'in', 'other', 'languages',
]; // prettier-ignore
const PERSIAN = [
  'حرکت', 'سیاره‌ها', 'و', 'نور', 'که', 'خواننده', 'از', 'میان', 'صفحه‌ها', 'پی', 'می‌گیرد', 'با', 'شکیبایی',
  'اندازه‌گیری', 'شده', 'به', 'دست', 'کسانی', 'پیش', 'ما', 'در', 'زبان‌های', 'دیگر', 'بوده‌اند',
]; // prettier-ignore

function prose(documentId, pageNumber, words) {
  let state = pageNumber * 7_919 + 13;
  const next = () => (state = (state * 48_271) % 0x7fffffff);
  const sentence = () => Array.from({ length: 60 }, () => words[next() % words.length]).join(' ');
  const items = Array.from({ length: 8 }, (_, n) => ({
    id: `${pageNumber}-${n}`,
    type: 'text',
    content: sentence(),
  }));
  if (pageNumber % 10 !== 0) return items;
  const src = `images/${documentId}/${pageNumber.toString(16).padStart(64, '0')}.png`;
  return [...items, { id: `${pageNumber}-f`, type: 'figure', content: '', src }];
}

async function upload(url, headers) {
  const form = new FormData();
  form.set('language', 'en');
  form.set('file', new Blob([`%PDF-1.7 ${randomBytes(32).toString('hex')}`]), 'bench.pdf');
  return (await fetch(`${url}/upload/`, { method: 'POST', body: form, headers })).json();
}

/** Publishes the events of a document that the pipeline has converted and translated. */
async function publishPages(stack, documentId, pages) {
  const probe = new KafkaProbe(stack);
  const facts = { documentId, totalPages: pages, title: 'Bench', authors: [], year: null };
  await probe.publish(probe.event('pipeline.document.inspected', facts, 1));
  for (let pageNumber = 0; pageNumber < pages; pageNumber += 1) {
    const page = { documentId, pageNumber };
    const content = { items: prose(documentId, pageNumber, ENGLISH), page_info: { page_type: 'text' } };
    const level = (n) => ({ ...page, level: n, content: { items: prose(documentId, pageNumber, PERSIAN) } });
    await probe.publish(
      probe.event('pipeline.page.converted', { ...page, content, imageKey: null }, 1),
      probe.event('pipeline.page.translated', level(1), 2),
      probe.event('pipeline.page.translated', level(2), 3),
    );
  }
  await probe.close();
}

/**
 * Creates a translated document: pages of prose, with a figure on each tenth.
 *
 * @param {{ url: string, stack: import('../../packages/testing/dist/test-stack.js').TestStack, owner: string, pages: number }} options
 * @returns {Promise<{ id: string, key: string }>} the response of the upload
 */
export async function makeDocument({ url, stack, owner, pages }) {
  const uploaded = await upload(url, identityHeader({ userId: owner }));
  await publishPages(stack, uploaded.id, pages);
  const isTranslated = async () => {
    const headers = identityHeader({ userId: owner });
    const response = await fetch(`${url}/metadata/${uploaded.id}/`, { headers });
    return (await response.json()).metadata.status === 'translated';
  };
  await waitFor('the pages', isTranslated, 120_000);
  return uploaded;
}
