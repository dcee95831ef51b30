import { Module } from '@nestjs/common';
import { TranslatorModule } from '../../infra/translator/translator.module.js';
import { TranslatorStatusController } from './translator-status.controller.js';

@Module({
  imports: [TranslatorModule],
  controllers: [TranslatorStatusController],
})
export class TranslatorStatusModule {}
