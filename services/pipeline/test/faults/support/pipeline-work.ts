import type { TestProduct } from '@hamkhan/testing/product-harness';
import { waitFor } from '@hamkhan/testing/wait-for';

export const STAGES = ['inspect', 'extract', 'translate1', 'translate2'] as const;
export type Stage = (typeof STAGES)[number];

/** A document or page of the pipeline as far as who works on it. */
export type Work = { _id: string; leaseToken: string | null; crashes: number };
type WorkRow = Work & { documentId?: string; state?: string; stage?: string };

const LEASED = { leaseToken: { $type: 'string' as const } };

/** Looks into the pipeline's database and holds its worker still. */
export class PipelineWork {
  constructor(private readonly product: TestProduct) {}

  /** A piece of work of a document in a stage that a worker has in its hands. */
  held(documentId: string, stage: Stage): Promise<Work> {
    return waitFor(
      `a worker to be in ${stage}`,
      () =>
        stage === 'inspect'
          ? this.runs.findOne({ _id: documentId, state: 'queued', ...LEASED })
          : this.pages.findOne({ documentId, stage, ...LEASED }),
      60_000,
    );
  }

  /** Whether that piece of work is still in the same hands, and undone. */
  async isStillHeld(work: Work, stage: Stage): Promise<boolean> {
    const { _id, leaseToken } = work;
    const row =
      stage === 'inspect'
        ? await this.runs.findOne({ _id, state: 'queued', leaseToken })
        : await this.pages.findOne({ _id, stage, leaseToken });
    return row !== null;
  }

  /** Stops the worker in the middle of this stage of a document and answers what it holds. */
  async freezeIn(documentId: string, stage: Stage): Promise<Work> {
    for (;;) {
      const work = await this.held(documentId, stage);
      this.signal('SIGSTOP');
      if (await this.isStillHeld(work, stage)) return work;
      this.signal('SIGCONT');
    }
  }

  /** The work once somebody else has taken it, or has done it already. */
  takenAgain(work: Work, stage: Stage, deadlineMs: number): Promise<boolean> {
    return waitFor(
      `${work._id} to be taken again`,
      async () => !(await this.isStillHeld(work, stage)),
      deadlineMs,
    );
  }

  async isTakenIn(documentId: string): Promise<boolean> {
    return (await this.runs.findOne({ _id: documentId })) !== null;
  }

  async stagesOf(documentId: string): Promise<(string | undefined)[]> {
    return (await this.pages.find({ documentId }).toArray()).map(({ stage }) => stage);
  }

  signal(signal: NodeJS.Signals): void {
    this.product.process('pipeline-worker').child.kill(signal);
  }

  private get runs() {
    return this.product.rows<WorkRow>('pipeline', 'runs');
  }

  private get pages() {
    return this.product.rows<WorkRow>('pipeline', 'pages');
  }
}
