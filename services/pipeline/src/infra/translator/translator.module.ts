import { Module } from '@nestjs/common';
import { TRANSLATOR, translatorProvider } from './translator.provider.js';

@Module({ providers: [translatorProvider], exports: [TRANSLATOR] })
export class TranslatorModule {}
