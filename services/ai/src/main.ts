import { runService } from '@hamkhan/platform/bootstrap';
import { AppModule } from './app.module.js';
import { loadAiConfig } from './config.js';

await runService(() => {
  const config = loadAiConfig();
  return { name: 'ai', config, module: AppModule.for(config), consumerGroup: 'ai' };
});
