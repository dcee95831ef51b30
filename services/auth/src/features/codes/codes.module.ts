import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { CODE, CodeSchema } from './code.schema.js';
import { CodesRepository } from './codes.repository.js';
import { CodesService } from './codes.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: CODE, schema: CodeSchema }]), CaptchaModule],
  providers: [CodesRepository, CodesService],
  exports: [CodesService],
})
export class CodesModule {}
