import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CaptchaController } from './captcha.controller.js';
import { CaptchaRepository } from './captcha.repository.js';
import { CAPTCHA, CaptchaSchema } from './captcha.schema.js';
import { CaptchaService } from './captcha.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: CAPTCHA, schema: CaptchaSchema }])],
  controllers: [CaptchaController],
  providers: [CaptchaRepository, CaptchaService],
  exports: [CaptchaService],
})
export class CaptchaModule {}
