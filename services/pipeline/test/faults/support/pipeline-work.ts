import type { TestProduct } from '@hamkhan/testing/test-product';
import { waitFor } from '@hamkhan/testing/wait-for';

export const STAGES = ['inspect', 'extract', 'translate1', 'translate2'] as const;
export type Stage = (typeof STAGES)[number];

/** The lease of a document or page in the pipeline. */
export type Work = { _id: string; leaseToken: string | null; crashes: number };
type WorkRow = Work & { documentId?: string; state?: string; stage?: string };

const LEASED = { leaseToken: { $type: 'string' as const } };

/** Reads leases from the pipeline's database and pauses its worker. */
export class PipelineWork {
  constructor(private readonly product: TestProduct) {}

  /** Waits until a worker has leased work of a document in a stage, and returns it. */
  waitForLease(documentId: string, stage: Stage): Promise<Work> {
    return waitFor(
      `a worker to be in ${stage}`,
      () =>
        stage === 'inspect'
          ? this.runs.findOne({ _id: documentId, state: 'queued', ...LEASED })
          : this.pages.findOne({ documentId, stage, ...LEASED }),
      60_000,
    );
  }

  /** Whether the work is still undone and under the same lease. */
  async isStillLeased(work: Work, stage: Stage): Promise<boolean> {
    const { _id, leaseToken } = work;
    const row =
      stage === 'inspect'
        ? await this.runs.findOne({ _id, state: 'queued', leaseToken })
        : await this.pages.findOne({ _id, stage, leaseToken });
    return row !== null;
  }

  /** Pauses the worker while it holds work of a document in a stage, and returns that work. */
  async freezeWorkerIn(documentId: string, stage: Stage): Promise<Work> {
    for (;;) {
      const work = await this.waitForLease(documentId, stage);
      this.signalWorker('SIGSTOP');
      if (await this.isStillLeased(work, stage)) return work;
      this.signalWorker('SIGCONT');
    }
  }

  /** Waits until the work has another lease or is done. */
  waitUntilReleased(work: Work, stage: Stage, deadlineMs: number): Promise<boolean> {
    return waitFor(
      `${work._id} to be released`,
      async () => !(await this.isStillLeased(work, stage)),
      deadlineMs,
    );
  }

  async isIngested(documentId: string): Promise<boolean> {
    return (await this.runs.findOne({ _id: documentId })) !== null;
  }

  async stagesOf(documentId: string): Promise<(string | undefined)[]> {
    return (await this.pages.find({ documentId }).toArray()).map(({ stage }) => stage);
  }

  signalWorker(signal: NodeJS.Signals): void {
    this.product.process('pipeline-worker').child.kill(signal);
  }

  private get runs() {
    return this.product.rows<WorkRow>('pipeline', 'runs');
  }

  private get pages() {
    return this.product.rows<WorkRow>('pipeline', 'pages');
  }
}
