import { runService } from '@hamkhan/platform/bootstrap';
import { aiService } from './service-options.js';

await runService(() => aiService());
