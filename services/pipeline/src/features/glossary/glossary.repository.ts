import { createHash } from 'node:crypto';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { TERM, type TermOrigin, type TermRow } from './glossary.schema.js';
import { unicodeForm } from '@hamkhan/contracts/unicode-form';

/** The fields of a term that a caller supplies. */
export type NewTerm = Pick<TermRow, 'term' | 'translation' | 'note'> & { count?: number };

/** Per document, without removed terms. */
export const MAX_TERMS = 5_000;

export const termKey = (term: string): string =>
  unicodeForm('NFKC', term).replace(/\s+/gu, ' ').trim().toLowerCase();
/** The id of a term in its document, which is the same for every origin. */
export const termId = (documentId: string, term: string): string =>
  createHash('sha256')
    .update(`${documentId}\n${termKey(term)}`)
    .digest('base64url')
    .slice(0, 22);

@Injectable()
export class GlossaryRepository {
  constructor(@InjectModel(TERM) private readonly terms: Model<TermRow>) {}

  /** The terms of a document: the owner's first, then the most frequent. */
  async list(documentId: string): Promise<TermRow[]> {
    const rows = await this.terms.find({ documentId, removed: false }).limit(MAX_TERMS).lean();
    const rank: Record<TermOrigin, number> = { owner: 0, engine: 1, rules: 2 };
    return rows.sort(
      (a, b) => rank[a.origin] - rank[b.origin] || b.count - a.count || (a.key < b.key ? -1 : 1),
    );
  }

  /** Terms that changed after a revision, including removed ones. */
  changedSince(documentId: string, revision: number): Promise<TermRow[]> {
    return this.terms
      .find({ documentId, revision: { $gt: revision } })
      .limit(MAX_TERMS)
      .lean();
  }

  async removeAll(documentId: string, tx: Tx): Promise<void> {
    await this.terms.deleteMany({ documentId }, { session: tx });
  }

  count(documentId: string, tx: Tx): Promise<number> {
    return this.terms.countDocuments({ documentId, removed: false }).session(tx);
  }

  /**
   * Adds terms that the term search found. Existing terms, including removed ones, stay unchanged, except that terms found by rules
   * get the engine's translation.
   */
  async addFound(documentId: string, found: readonly NewTerm[], revision: number, tx: Tx): Promise<void> {
    if (found.length === 0) return;
    await this.terms.bulkWrite(
      found.flatMap((one) => {
        const _id = termId(documentId, one.term);
        const row = this.rowOf(documentId, one, one.translation === '' ? 'rules' : 'engine', revision);
        const { translation, note, origin, updatedAt } = row;
        return [
          ...(translation === ''
            ? []
            : [
                {
                  updateOne: {
                    filter: { _id, origin: 'rules' as const, removed: false },
                    update: { $set: { translation, note, origin, revision, updatedAt } },
                  },
                },
              ]),
          { updateOne: { filter: { _id }, update: { $setOnInsert: row }, upsert: true } },
        ];
      }),
      { session: tx },
    );
  }

  /** Adds or replaces the owner's terms. */
  async put(documentId: string, terms: readonly NewTerm[], revision: number, tx: Tx): Promise<void> {
    await this.terms.bulkWrite(
      terms.map((one) => {
        const { count, ...row } = this.rowOf(documentId, one, 'owner', revision);
        return {
          updateOne: {
            filter: { _id: termId(documentId, one.term) },
            update: { $set: row, $setOnInsert: { count } },
            upsert: true,
          },
        };
      }),
      { session: tx },
    );
  }

  /** Removes a term. False if it does not exist. */
  async remove(documentId: string, id: string, revision: number, tx: Tx): Promise<boolean> {
    const { matchedCount } = await this.terms.updateOne(
      { _id: id, documentId, removed: false },
      { $set: { removed: true, revision, updatedAt: new Date() } },
      { session: tx },
    );
    return matchedCount > 0;
  }

  private rowOf(
    documentId: string,
    { term, translation, note, count = 0 }: NewTerm,
    origin: TermOrigin,
    revision: number,
  ): Omit<TermRow, '_id'> {
    const key = termKey(term);
    return {
      documentId,
      key,
      term,
      translation,
      note,
      origin,
      count,
      revision,
      removed: false,
      updatedAt: new Date(),
    };
  }
}
