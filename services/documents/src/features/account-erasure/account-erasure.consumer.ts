import { EventDispatcher } from '@hamkhan/platform/kafka/event-dispatcher';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext } from '@nestjs/microservices';
import { AccountErasureService } from './account-erasure.service.js';
import { ErasureTask } from './erasure-task.js';

/** Starts the erasure of deleted users. */
@Controller()
export class AccountErasureConsumer {
  constructor(
    private readonly dispatcher: EventDispatcher,
    private readonly erasures: AccountErasureService,
    private readonly task: ErasureTask,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @EventPattern('auth.user.v1')
  handle(@Ctx() context: KafkaContext): Promise<void> {
    return this.dispatcher.dispatch(context, 'account-erasure', {
      'auth.user.deleted': async ({ data }, tx) => {
        await this.erasures.register(data.userId, tx);
        this.unitOfWork.afterCommit(tx, () => this.task.wake());
      },
    });
  }
}
